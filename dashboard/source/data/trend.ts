// The trend over runs (schemas/trend.v1.schema.json), as far as the page reads it. Runs, classes and
// methods are referred to by their index.
import type { Estimate } from "./documents";

export interface TrendRun {
  id: string;
  started_at: string;
  wall_ns: number;
  interrupted: boolean;
  red: boolean;
  host: { name?: string; cores: number };
  machine: number;
  totals: Record<string, number>;
  spawn_baseline: Estimate | null;
}

export interface TrendPoint {
  run: number;
  status: string;
  wall_ns: number;
  bodies_ns: number;
  methods_red: number;
}

export interface TrendClass {
  target: string;
  name: string;
  points: TrendPoint[];
}

export interface TrendFinding {
  kind: "newly_slow" | "newly_flaky" | "order_dependent";
  target: string | null;
  class: string | null;
  method: string | null;
  text: string;
  evidence?: { test?: string; p_value?: number; adjusted_p_value?: number; level?: number };
}

export interface Trend {
  schema: string;
  settings?: { level: number };
  runs: TrendRun[];
  classes: TrendClass[];
  findings: TrendFinding[];
  problems: string[];
}
