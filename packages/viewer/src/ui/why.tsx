import { shorten, type Violation } from "@sightline/core";
import { useEffect, useRef } from "preact/hooks";
import type { Texts } from "../document/texts.js";
import { type Edge, kindWords } from "../reason/edges.js";
import type { Step } from "../reason/steps.js";
import { visible } from "../text/visible.js";
import { CycleView } from "./cycle-view.js";
import { firstOf, walkBranches } from "../reason/branches.js";
import { Named } from "./named.js";
import type { Reading } from "./use-reading.js";

export interface WhyProps {
  readonly violation: Violation;
  readonly steps: readonly Step[];
  readonly texts: Texts;
  readonly reading: Reading;
  readonly onRead: (reading: Reading) => void;
  readonly onSelect: (id: number) => void;
}

/** Why a history violates a criterion: the circle where there is one, the proof step by step, what could have been. */
export function Why({ violation, steps, texts, reading, onRead, onSelect }: WhyProps) {
  const { cycle, alternatives = [], notation } = violation;
  return (
    <div class="why">
      {cycle !== undefined && cycle.length > 0 && (
        <CycleView
          cycle={cycle}
          texts={texts}
          selected={reading.kind === "edge" ? reading.edge : -1}
          onSelect={(edge) => onRead({ kind: "edge", edge })}
        />
      )}
      {steps.length > 0 && (
        <Steps steps={steps} texts={texts} reading={reading} onRead={onRead} onSelect={onSelect} />
      )}
      {steps.length === 0 && (
        <p class="words">
          <Named words={violation.reason} texts={texts} onSelect={onSelect} />
        </p>
      )}
      {alternatives.length > 0 && (
        <section>
          <h3>What would have been right</h3>
          <ul class="plain words">
            {alternatives.map(({ operation, results }) => (
              <li key={operation}>
                <Named words={`#${operation}`} texts={texts} onSelect={onSelect} full /> could have returned{" "}
                {results.slice(0, 5).map((result, at) => (
                  <>
                    {at > 0 && ", "}
                    <code>{visible(shorten(JSON.stringify(result)))}</code>
                  </>
                ))}
                {results.length > 5 && " …"}
              </li>
            ))}
          </ul>
        </section>
      )}
      {notation !== undefined && (
        <section>
          <h3>The core, in the notation</h3>
          <pre class="notation" tabIndex={0}>
            {visible(notation)}
          </pre>
        </section>
      )}
    </div>
  );
}

function Steps({ steps, texts, reading, onRead, onSelect }: Omit<WhyProps, "violation">) {
  const at = reading.kind === "step" ? reading.step : -1;
  const walk = (by: number): void => {
    const next = Math.min(Math.max(at + by, 0), steps.length - 1);
    onRead({ kind: "step", step: next, because: -1 });
  };
  const list = useRef<HTMLOListElement>(null);
  const first = useRef(at);
  useEffect(() => {
    // What a page opens with stays where it is.
    if (at !== first.current) list.current?.querySelector(".current")?.scrollIntoView({ block: "nearest" });
    first.current = -1;
  }, [at]);
  return (
    <section>
      <div class="row">
        <h3>Why, step by step</h3>
        <div class="group" role="group" aria-label="Walk the proof">
          <button type="button" onClick={() => walk(-1)} disabled={at <= 0} title="Previous step (k)">
            ← <span class="hidden">Previous step</span>
          </button>
          <button
            type="button"
            onClick={() => walk(1)}
            disabled={at === steps.length - 1}
            title="Next step (j)"
          >
            → <span class="hidden">Next step</span>
          </button>
        </div>
      </div>
      <ol class="steps" ref={list}>
        {walkBranches(steps, at).map(({ step, index, branching }) => {
          return (
            <li
              key={step.number}
              class={index === at ? "current" : ""}
              style={{ marginLeft: `${0.9 * step.within.length}rem` }}
            >
              <div class="step" onClick={() => onRead({ kind: "step", step: index, because: -1 })}>
                <button
                  type="button"
                  class="number"
                  aria-label={`Show step ${step.number}`}
                  aria-pressed={index === at && reading.kind === "step" && reading.because < 0}
                >
                  {step.number}
                </button>
                <span>
                  <Named words={step.text} texts={texts} onSelect={onSelect} />
                </span>
              </div>
              {index === at && (
                <Arrows
                  edges={
                    reading.kind === "step" && reading.because >= 0
                      ? step.because[reading.because].edges
                      : step.edges
                  }
                />
              )}
              {step.because.length > 0 && (
                <ul class="because">
                  {step.because.map((one, place) => (
                    <li
                      key={place}
                      class="step"
                      style={{ marginLeft: `${0.9 * one.depth}rem` }}
                      onClick={() => onRead({ kind: "step", step: index, because: place })}
                    >
                      <button
                        type="button"
                        class="bullet"
                        aria-label={`Show reason ${place + 1} of step ${step.number}`}
                        aria-pressed={index === at && reading.kind === "step" && reading.because === place}
                      >
                        •
                      </button>
                      <span>
                        <Named words={one.text} texts={texts} onSelect={onSelect} />
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {branching !== undefined && (
                <div class="branches" role="group" aria-label={`Cases of step ${step.number}`}>
                  {branching.cases.map(({ name, text }) => (
                    <button
                      type="button"
                      key={name}
                      aria-pressed={name === branching.open}
                      onClick={() => onRead({ kind: "step", step: firstOf(steps, name), because: -1 })}
                    >
                      <b>Case {name}</b> {visible(text)}
                    </button>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The arrows that are drawn, in words. */
function Arrows({ edges }: { readonly edges: readonly Edge[] }) {
  if (edges.length === 0) return null;
  return (
    <ul class="arrows" aria-label="Drawn on the timeline">
      {edges.map(({ from, to, kind }) => (
        <li key={`${from} ${to}`}>
          <span class={`kind ${kind}`}>{kind}</span> #{from} → #{to}{" "}
          <span class="muted">{kindWords[kind]}</span>
        </li>
      ))}
    </ul>
  );
}
