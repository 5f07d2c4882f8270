// What a reader has chosen, as it stands behind the # of the page's address: a link to it opens the
// same view again.
import { NO_FILTER, USUAL_SORT, type Filter, type Sort, type SortKey } from "./methods";

export interface ViewState {
  run: string; // "": the last
  filter: Filter;
  sort: Sort;
  method: [string, string, string] | null; // target, class, name: shown in the inspector
  section: string; // where the page is scrolled to on opening
}

export const FIRST_VIEW: ViewState = { run: "", filter: NO_FILTER, sort: USUAL_SORT, method: null, section: "" };

const SORT_KEYS: readonly string[] = ["status", "name", "class", "duration"];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // cut or mistyped: as if it were not there
  }
}

function sortFrom(text: string): Sort {
  const descending = text.startsWith("-");
  const key = descending ? text.slice(1) : text;
  return SORT_KEYS.includes(key) ? { key: key as SortKey, descending } : USUAL_SORT;
}

function methodFrom(text: string): ViewState["method"] {
  const parts = text.split("/").map(decoded);
  return parts.length === 3 ? [parts[0] ?? "", parts[1] ?? "", parts[2] ?? ""] : null;
}

/** Never fails: what it does not understand is left out. */
export function stateFromHash(hash: string): ViewState {
  const values = new Map<string, string>();
  for (const pair of hash.replace(/^#/, "").split("&")) {
    const at = pair.indexOf("=");
    if (at > 0) values.set(pair.slice(0, at), pair.slice(at + 1));
  }
  const text = (name: string) => decoded(values.get(name) ?? "");
  return {
    run: text("run"),
    filter: {
      text: text("search"),
      statuses: text("status").split(",").filter(Boolean),
      target: text("target"),
      className: text("class"),
    },
    sort: sortFrom(text("sort")),
    method: methodFrom(values.get("method") ?? ""),
    section: text("section"),
  };
}

/** "" for the first view. */
export function hashFromState(state: ViewState): string {
  const pairs: string[] = [];
  const add = (name: string, value: string) => {
    if (value) pairs.push(`${name}=${value}`);
  };
  add("run", encodeURIComponent(state.run));
  add("search", encodeURIComponent(state.filter.text));
  add("status", state.filter.statuses.map(encodeURIComponent).join(","));
  add("target", encodeURIComponent(state.filter.target));
  add("class", encodeURIComponent(state.filter.className));
  const { key, descending } = state.sort;
  if (key !== USUAL_SORT.key || descending) add("sort", (descending ? "-" : "") + key);
  if (state.method) add("method", state.method.map(encodeURIComponent).join("/"));
  add("section", encodeURIComponent(state.section));
  return pairs.length > 0 ? `#${pairs.join("&")}` : "";
}
