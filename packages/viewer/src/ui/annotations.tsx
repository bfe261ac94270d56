import type { History } from "@sightline/core";
import { count } from "../text/clip.js";
import { visible } from "../text/visible.js";
import { whenOf } from "../text/when.js";
import { usePage } from "./use-page.js";

export interface AnnotationsProps {
  readonly history: History;
  /** The one that is pointed at, or −1. */
  readonly meant: number;
  readonly onMean: (index: number) => void;
  readonly onChoose: (index: number) => void;
}

/** What else happened while the history was recorded, as a table: each is shown in the timeline while it is pointed at. */
export function Annotations({ history, meant, onMean, onChoose }: AnnotationsProps) {
  const { annotations = [], clock } = history;
  const { from, shown, turn } = usePage(annotations);
  return (
    <section>
      <div class="row">
        <h3>{count(annotations.length, "annotation")}</h3>
        {turn}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">when</th>
            <th scope="col">what</th>
          </tr>
        </thead>
        <tbody onPointerLeave={() => onMean(-1)}>
          {shown.map((annotation, place) => {
            const index = from + place;
            const { text, session } = annotation;
            return (
              <tr key={index} class={index === meant ? "current" : ""} onPointerEnter={() => onMean(index)}>
                <td>{whenOf(annotation, clock?.annotations?.[index])}</td>
                <td>
                  <button
                    type="button"
                    class="link"
                    onFocus={() => onMean(index)}
                    onBlur={() => onMean(-1)}
                    onClick={() => onChoose(index)}
                  >
                    {visible(text)}
                  </button>
                  {session !== undefined && <span class="muted"> session {visible(String(session))}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
