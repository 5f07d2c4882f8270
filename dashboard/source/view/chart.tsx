import * as Plot from "@observablehq/plot";
import { useEffect, useRef, useState } from "preact/hooks";

export type PlotOptions = Plot.PlotOptions;

/** The width of an element, followed as it changes; 0 until it is known. */
export function useWidth<E extends HTMLElement>() {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(observed.clientWidth)));
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

// The library gives each chart a <style> of its own, which the page's policy would refuse; what it
// says stands in style/charts.css.
function withoutOwnStyle(chart: Element): Element {
  for (const style of chart.querySelectorAll("style")) style.remove();
  return chart;
}

/**
 * A chart as a picture: `label` says in words what it shows, and a table with the same figures must
 * stand beside it for those who cannot see it. `draw` gets the width in CSS pixels.
 */
export function Chart({ label, draw }: { label: string; draw: (width: number) => PlotOptions }) {
  const { element, width } = useWidth<HTMLDivElement>();
  useEffect(() => {
    if (!element.current || width === 0) return;
    const chart = withoutOwnStyle(Plot.plot({ className: "plot", width, ...draw(width) }));
    chart.setAttribute("aria-hidden", "true");
    element.current.replaceChildren(chart);
  }, [draw, width]);
  return <div class="chart" ref={element} role="img" aria-label={label} />;
}

/** The figures of a chart, folded away until somebody wants them. */
export function FiguresTable({ summary, head, rows, limit = 500 }: {
  summary: string;
  head: string[];
  rows: string[][];
  limit?: number;
}) {
  const shown = rows.slice(0, limit);
  return (
    <details class="figures">
      <summary>{summary}</summary>
      <div class="scrolls" tabIndex={0} role="region" aria-label={summary}>
        <table>
          <thead>
            <tr>{head.map((text, column) => <th key={column} scope="col" class={column > 0 ? "number" : ""}>{text}</th>)}</tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {row.map((text, column) =>
                  column === 0 ? <th key={column} scope="row">{text}</th> : <td key={column} class="number">{text}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > limit && <p class="note">The first {limit} of {rows.length}.</p>}
    </details>
  );
}
