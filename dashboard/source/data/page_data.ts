// Finds the documents that stand in the page and parses each when it is first asked for, since one
// with a hundred thousand methods takes a moment.
import type { Comparison, Report, Timeline } from "./documents";
import type { Trend } from "./trend";

export interface Documents {
  report: Report;
  comparison: Comparison;
  timeline: Timeline;
  trend: Trend;
}
export type Kind = keyof Documents;

export interface IndexEntry {
  kind: Kind;
  name: string;
  element: string;
}

export interface Index {
  schema: string;
  version: string;
  written_at: string;
  documents: IndexEntry[];
  notes: string[];
}

const INDEX_ELEMENT = "carpool-index";
const INDEX_SCHEMA = "carpool/dashboard/v1";

function parseElement(root: Document, id: string): unknown {
  const element = root.getElementById(id);
  if (!element) throw new Error(`the page holds no data called ${id}`);
  return JSON.parse(element.textContent ?? "");
}

export class PageData {
  readonly index: Index;
  private readonly parsed = new Map<string, unknown>();

  constructor(private readonly root: Document) {
    if (!root.getElementById(INDEX_ELEMENT)) {
      throw new Error("this is the dashboard's template, without data: `carpool dashboard -o out.html` fills it");
    }
    this.index = parseElement(root, INDEX_ELEMENT) as Index;
    if (this.index.schema !== INDEX_SCHEMA) {
      throw new Error(`the page's data is ${String(this.index.schema)}, not ${INDEX_SCHEMA}`);
    }
  }

  entries(kind: Kind): IndexEntry[] {
    return this.index.documents.filter((entry) => entry.kind === kind);
  }

  read<K extends Kind>(entry: IndexEntry & { kind: K }): Documents[K] {
    let document = this.parsed.get(entry.element);
    if (document === undefined) {
      document = parseElement(this.root, entry.element);
      this.parsed.set(entry.element, document);
    }
    return document as Documents[K];
  }

  all<K extends Kind>(kind: K): Documents[K][] {
    return this.entries(kind).map((entry) => this.read(entry as IndexEntry & { kind: K }));
  }
}
