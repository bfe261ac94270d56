import { cpus, totalmem } from "node:os";

/** What the numbers were measured on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly node: string;
  readonly platform: string;
}

export function machineFacts(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryBytes: totalmem(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** The facts on one line. */
export function describeMachine({ cpu, cores, memoryBytes, node, platform }: Machine): string {
  return `${cpu}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GB; Node ${node}, ${platform}`;
}
