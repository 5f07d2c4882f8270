// Figures in words, the same everywhere on the page.

const UNITS: [string, number][] = [
  ["ns", 1],
  ["\u00b5s", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
];

function threeDigits(value: number): string {
  if (value >= 99.95) return value.toFixed(0);
  if (value >= 9.995) return value.toFixed(1);
  return value.toFixed(2);
}

/** "4.13 s", "603 ms", "2 min 05 s", "1 h 02 min". */
export function duration(ns: number): string {
  if (!Number.isFinite(ns)) return "\u2013";
  const sign = ns < 0 ? "\u2212" : "";
  const value = Math.abs(ns);
  if (value === 0) return "0 s";
  const seconds = Math.round(value / 1e9);
  if (seconds >= 3600) {
    const minutes = Math.round(value / 60e9);
    return `${sign}${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  }
  if (seconds >= 120) return `${sign}${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
  // What rounds up to 1,000 of a unit belongs to the next one.
  const unit = UNITS.find(([, size], index) => value / size < 999.5 || index === UNITS.length - 1);
  const [name, size] = unit ?? ["s", 1e9];
  const number = name === "ns" ? String(Math.round(value)) : threeDigits(value / size);
  return `${sign}${number} ${name}`;
}

const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** "100,000". */
export function count(number: number): string {
  return COUNT.format(number);
}

/** "1 class", "5 classes". */
export function counted(number: number, one: string, many: string = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

function minus(text: string): string {
  return text.replace("-", "\u2212");
}

/** "85.4 %". Never rounds up to a full 100. */
export function percent(value: number): string {
  const shown = value < 100 && value > 99.9 ? Math.floor(value * 100) / 100 : value;
  const digits = Math.abs(shown) > 99.9 && Math.abs(shown) < 100 ? 2 : 1;
  return `${minus(shown.toFixed(digits))} %`;
}

/** "5 %", "1.3 %": as few digits as it takes, at most two. */
export function percentPlain(value: number): string {
  return `${minus(String(Number(value.toFixed(value < 1 ? 2 : 1))))} %`;
}

/** "6.8\u00d7". */
export function times(factor: number): string {
  return `${factor >= 100 ? factor.toFixed(0) : factor >= 10 ? factor.toFixed(1) : factor.toFixed(2)}\u00d7`;
}

/** "78.8 to 82.7 %". */
export function percentInterval([low, high]: [number, number]): string {
  return `${minus(low.toFixed(1))} to ${minus(high.toFixed(1))} %`;
}

/** A saving's interval as that of what is lost. */
export function asLoss([low, high]: [number, number]): [number, number] {
  return [-high, -low];
}

/** "87.5 % (85.4 to 89.0 %)", or "842.5 % lost (558.4 to 2173.9 %)" where it is none. */
export function savedInWords(percentSaved: number, interval: [number, number] | null): string {
  const isLoss = percentSaved < 0;
  const behind = interval ? ` (${percentInterval(isLoss ? asLoss(interval) : interval)})` : "";
  return `${isLoss ? `${percent(-percentSaved)} lost` : percent(percentSaved)}${behind}`;
}

/** "2 Dec 2026, 20:41 UTC"; the text itself where it is no time. */
export function moment(rfc3339: string): string {
  const time = new Date(rfc3339);
  if (Number.isNaN(time.getTime())) return rfc3339;
  const day = time.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`;
}
