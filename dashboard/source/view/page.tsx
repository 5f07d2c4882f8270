import { useEffect, useMemo } from "preact/hooks";
import type { Comparison, Report, Timeline } from "../data/documents";
import type { PageData } from "../data/page_data";
import type { Trend } from "../data/trend";
import { methodsOfComparison, methodsOfReport } from "../model/methods";
import { savingsByClass } from "../model/savings";
import { splitsOfReport } from "../model/time_split";
import { unsteadyMethods } from "../model/unsteady";
import { BeforeAfterSection } from "./before_after";
import { PageHeader } from "./page_header";
import { RedSection } from "./red_section";
import { MethodsSection } from "./methods_section";
import { SavingSection } from "./saving";
import { goToSection } from "./section";
import { Shortcuts } from "./shortcuts";
import { SlowSection } from "./slow_section";
import { TimeSection } from "./time_section";
import { TimelineSection } from "./timeline_section";
import { TrendSection } from "./trend_section";
import { UnsteadySection } from "./unsteady_section";
import { useViewStore, ViewContext } from "./view_store";

interface Shown {
  report: Report | null;
  timeline: Timeline | null;
  comparisons: Comparison[];
  trends: Trend[];
}

// The timeline bears its run's id, inside and as its name; a single one needs none.
function timelineOf(data: PageData, run: string | undefined): Timeline | null {
  const entries = data.entries("timeline");
  const entry = entries.find((one) => one.name === run) ?? (entries.length === 1 && data.entries("report").length <= 1 ? entries[0] : undefined);
  return entry ? data.read({ ...entry, kind: "timeline" }) : null;
}

function useShown(data: PageData, run: string): Shown {
  return useMemo(() => {
    const entries = data.entries("report");
    const entry = entries.find((one) => one.name === run) ?? entries.at(-1);
    return {
      timeline: timelineOf(data, entry?.name),
      trends: data.all("trend"),
      report: entry ? data.read({ ...entry, kind: "report" }) : null,
      comparisons: data.all("comparison"),
    };
  }, [data, run]);
}

// A link may lead to a part of the page. The browser cannot do that by itself, for what stands behind
// the # is more than a name.
function useScrollTo(section: string): void {
  useEffect(() => {
    if (section) goToSection(section);
  }, [section]);
}

export function Page({ data }: { data: PageData }) {
  const store = useViewStore();
  const { report, timeline, comparisons, trends } = useShown(data, store.state.run);
  const rows = useMemo(
    () => (report ? methodsOfReport(report) : comparisons.flatMap(methodsOfComparison)),
    [report, comparisons],
  );
  const classSavings = useMemo(() => savingsByClass(report, comparisons), [report, comparisons]);
  const splits = useMemo(() => (report ? splitsOfReport(report) : []), [report]);
  const unsteady = useMemo(() => unsteadyMethods(rows, comparisons, trends), [rows, comparisons, trends]);
  useScrollTo(store.state.section);
  return (
    <ViewContext.Provider value={store}>
      <PageHeader data={data} report={report} comparisons={comparisons} />
      <main id="main">
        <SavingSection report={report} comparisons={comparisons} />
        {report && <RedSection report={report} rows={rows} />}
        <BeforeAfterSection rows={classSavings} />
        {report && <TimeSection splits={splits} />}
        {(report || timeline) && <TimelineSection timeline={timeline} />}
        <div class="pair">
          <SlowSection rows={rows} />
          <UnsteadySection found={unsteady} comparisons={comparisons} />
        </div>
        <TrendSection trends={trends} names={data.entries("trend").map((entry) => entry.name)} />
        <MethodsSection rows={rows} sampled={report ? [] : comparisons} />
      </main>
      <footer>
        <p>
          Written by Carpool {data.index.version} at {data.index.written_at}. This file holds its data and loads nothing.
        </p>
        <Shortcuts />
      </footer>
    </ViewContext.Provider>
  );
}
