import type { ScaleName } from "../timeline/extents.js";
import type { Focus } from "../timeline/focus.js";

/** How much of a history is drawn. */
export type Scope = "core" | "whole";

export interface ToolsProps {
  /** All operations. */
  readonly size: number;
  /** The operations that the reason is about, and those around it. */
  readonly around: readonly number[];
  readonly scope: Scope;
  /** Whether all of it was asked for last, and not a part. */
  readonly isWhole: boolean;
  readonly onScope: (scope: Scope, focus: Focus) => void;
  readonly scales: readonly ScaleName[];
  readonly scale: ScaleName;
  readonly onScale: (scale: ScaleName) => void;
  /** Whether an order is drawn; absent where there is none. */
  readonly showsPath: boolean | undefined;
  readonly onPath: () => void;
}

/** What is drawn, and to which scale. */
export function Tools(props: ToolsProps) {
  const { size, around, scope, isWhole, onScope, scales, scale, onScale, showsPath, onPath } = props;
  return (
    <>
      <div class="group" role="group" aria-label="What is shown">
        {around.length > 0 && (
          <>
            <button
              type="button"
              aria-pressed={scope === "core"}
              onClick={() => onScope("core", { ids: "all" })}
            >
              Core only
            </button>
            <button
              type="button"
              aria-pressed={scope === "whole" && !isWhole}
              onClick={() => onScope("whole", { ids: around })}
            >
              In context
            </button>
          </>
        )}
        <button
          type="button"
          aria-pressed={scope === "whole" && isWhole}
          onClick={() => onScope("whole", { ids: "all" })}
          title="Everything (a)"
        >
          All {size.toLocaleString("en")}
        </button>
      </div>
      {scales.length > 1 && (
        <div class="group" role="group" aria-label="Scale">
          {scales.map((name) => (
            <button
              type="button"
              key={name}
              aria-pressed={scale === name}
              title={name === "time" ? "Moments to scale" : "Calls and returns side by side, in their order"}
              onClick={() => onScale(name)}
            >
              {name === "time" ? "Time" : "Order"}
            </button>
          ))}
        </div>
      )}
      {showsPath !== undefined && (
        <label class="check">
          <input type="checkbox" checked={showsPath} onChange={onPath} /> order
        </label>
      )}
    </>
  );
}
