// Axes for times that lie far apart.

const FAR_APART = 50;
const FEW_TICKS = 4;

/** Whether a linear axis would squeeze most of the figures into a corner. */
export function needsLogScale(values: number[]): boolean {
  let least = Infinity;
  let most = 0;
  for (const value of values) {
    if (value <= 0) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most / least > FAR_APART;
}

/** From a little below the least positive value to a little above the largest. */
export function logDomain(values: number[]): [number, number] {
  const positive = values.filter((value) => value > 0);
  const least = positive.reduce((one, other) => Math.min(one, other), Infinity);
  const most = positive.reduce((one, other) => Math.max(one, other), 0);
  return positive.length === 0 ? [1, 10] : [least * 0.8, most * 1.25];
}

/** Those of the ticks that stand at least `gap` (a share of the axis) from all before them; powers of ten first. */
function withRoom(ticks: number[], [low, high]: [number, number], gap: number): number[] {
  const place = (tick: number) => Math.log(tick / low) / Math.log(high / low);
  const isDecade = (tick: number) => Number.isInteger(Number(Math.log10(tick).toFixed(6)));
  const kept: number[] = [];
  for (const tick of [...ticks.filter(isDecade), ...ticks.filter((one) => !isDecade(one))]) {
    if (kept.every((other) => Math.abs(place(tick) - place(other)) >= gap)) kept.push(tick);
  }
  return kept.sort((one, other) => one - other);
}

/**
 * Round numbers within the domain: powers of ten; their twofold and fivefold too, where that is few. `gap`: what the label of
 * one takes of the axis, as a share of it; where they would cover each other, some are left out.
 */
export function logTicks(domain: [number, number], gap = 0): number[] {
  const [low, high] = domain;
  const ticks = (steps: number[]) => {
    const found: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
      for (const step of steps) {
        const tick = step * 10 ** power;
        if (tick >= low && tick <= high) found.push(tick);
      }
    }
    return found;
  };
  const decades = ticks([1]);
  if (decades.length >= FEW_TICKS) return withRoom(decades, domain, gap);
  const thirds = ticks([1, 2, 5]);
  return withRoom(thirds.length >= 2 ? thirds : ticks([1, 2, 3, 4, 5, 6, 7, 8, 9]), domain, gap);
}
