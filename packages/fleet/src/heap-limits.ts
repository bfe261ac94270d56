const MB = 1 << 20;

/** What a thread's heap may take, as the runtime takes it. */
export interface HeapLimits {
  readonly maxOldGenerationSizeMb?: number;
  readonly maxYoungGenerationSizeMb?: number;
}

/** What a thread takes besides its heap, and what every heap may take, in megabytes. */
const [BESIDES, LEAST] = [32, 48];

/**
 * Bounds on the heap of one thread: a safety net under the budget's own checks of the whole process,
 * so that a heap that grows between two of them ends its thread and not the process. It has what the
 * process does not take yet. The young generation is kept small where memory is short: it counts three
 * times its size.
 */
export function heapLimits(
  memory: number | undefined,
  taken: number = process.memoryUsage.rss(),
): HeapLimits {
  if (memory === undefined) return {};
  const heap = Math.max(LEAST, Math.floor((memory - taken) / MB) - BESIDES);
  return { maxOldGenerationSizeMb: heap, ...(memory < 1024 * MB && { maxYoungGenerationSizeMb: 8 }) };
}

/** Whether a thread was ended because its heap was full. */
export function isHeapLimit(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
}
