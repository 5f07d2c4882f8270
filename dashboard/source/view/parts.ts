/** The parts of the page in their order: the id of each and its name in the navigation. */
export const PARTS: readonly (readonly [string, string])[] = [
  ["saved", "Saved"],
  ["red", "Verdict"],
  ["classes", "Classes"],
  ["time", "Time"],
  ["timeline", "Workers"],
  ["slowest", "Slowest"],
  ["unsteady", "Unsteady"],
  ["trend", "Trend"],
  ["methods", "Methods"],
];
