// The shapes of the JSON documents that a page carries, as far as it reads them. What they mean is
// told by the schemas in schemas/. Times are integer nanoseconds.

export interface Output {
  text: string;
  total_bytes: number;
  truncated: boolean;
}

export interface Failure {
  file?: string;
  line?: number;
  message: string;
}

export interface Evidence {
  reason?: string;
  signal?: number;
  exit_code?: number;
  failures?: Failure[];
  failures_left_out?: number;
  output?: Output;
  stacks?: string;
  leaks?: string[];
}

export interface RankResult extends Evidence {
  rank: number;
  worker: number;
  status: string;
  duration_ns: number;
}

export interface Attempt extends Evidence {
  attempt?: number;
  status: string;
  duration_ns: number;
  worker: number;
  position: number;
  ran_before?: { first: string; last: string; count: number };
  ranks?: RankResult[];
}

export interface Method extends Attempt {
  name: string;
  attempts: number;
  earlier_attempts?: Attempt[];
}

export interface Estimate {
  basis: "estimated" | "measured";
  spawn_ns: number;
  continuous_ns: number;
  reduction_percent: number;
  speedup: number;
}

export interface Worker {
  worker: number;
  taken_over: boolean;
  spawn_ns?: number;
  init_ns?: number;
  how?: string;
  rank?: number;
}

export interface TestClass {
  target: string;
  name: string;
  status: string;
  reason?: string;
  wall_ns: number;
  workers_started: number;
  restarts: number;
  start_up: { spawn_ns: number; init_ns: number };
  suite_set_up_ns: number;
  suite_tear_down_ns: number;
  exit_ns: number;
  spawn_baseline: Estimate | null;
  fixture_failures?: { in: "suite_set_up" | "suite_tear_down"; worker?: number; failures: Failure[] }[];
  workers: Worker[];
  methods: Method[];
}

export interface Report {
  schema: string;
  run: {
    id: string;
    started_at: string;
    wall_ns: number;
    interrupted: boolean;
    red: boolean;
    host: { name?: string; system?: string; cores: number };
    version: string;
  };
  totals: Record<string, number>;
  spawn_baseline: Estimate | null;
  problems: string[];
  warnings?: string[];
  classes: TestClass[];
}

export type Interval = [number, number] | null;

export interface Measurement extends Estimate {
  pairs: number;
  speedup_interval: Interval;
  reduction_percent_interval: Interval;
  established: boolean;
  sampling_error_percent?: number; // of an estimate
}

export interface ComparedMethod {
  name: string;
  spawn: string;
  continuous: string;
}

export interface ComparedClass {
  name: string;
  status: string;
  method_count?: number; // where `methods` holds a sample of them
  spawn_baseline: Measurement;
  methods: ComparedMethod[];
}

export interface Reference {
  name: string;
  description: string;
  available: boolean;
  reason?: string;
  wall_ns?: number;
  continuous_against_it?: { speedup: number; established: boolean };
}

export interface Comparison {
  schema: string;
  target: string;
  started_at: string;
  version: string;
  verdict_differences: { class: string; method?: string; spawn: string; continuous: string; explanation: string }[];
  unstable: { class: string; method: string; reason: string }[];
  host: { name: string; system: string; cores: number; load_average_before: number[] };
  measurement: {
    jobs: number;
    blocks: number;
    sample?: { methods_per_class: number; estimator: string };
    until?: { margin_percent: number; reached: boolean };
    noise?: string[];
  };
  total: { classes: number; methods: number; sampled_methods?: number; spawn_baseline: Measurement };
  references: Reference[];
  classes: ComparedClass[];
}

export interface TraceEvent {
  name?: string;
  cat?: string;
  ph: string;
  ts?: number; // microseconds
  dur?: number; // microseconds
  pid?: number;
  tid?: number;
  args?: Record<string, unknown>;
}

// Chrome trace events as `carpool export chrome-trace` writes them: a process (pid) for each target,
// a thread (tid) for each worker or rank.
export interface Timeline {
  traceEvents: TraceEvent[];
  otherData?: { run?: string; started_at?: string };
}
