// The trend over runs (schemas/trend.v1.schema.json), as far as the page reads it.

export interface TrendRun {
  id: string;
  started_at: string;
  wall_ns: number;
  totals?: Record<string, number>;
  spawn_baseline?: { reduction_percent: number; spawn_ns: number; continuous_ns: number } | null;
  host?: { name?: string; cores?: number };
}

export interface TrendPoint {
  run: number;
  status: string;
  duration_ns: number;
}

export interface TrendClass {
  target: string;
  name: string;
  points: TrendPoint[];
}

export type TrendFinding = Record<string, unknown>;

export interface Trend {
  schema: string;
  runs: TrendRun[];
  classes: TrendClass[];
  findings?: Record<string, TrendFinding[]>;
}
