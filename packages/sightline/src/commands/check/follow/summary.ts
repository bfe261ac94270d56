import type { Follower } from "@sightline/core";
import type { Tally } from "../../../process/exit-code.js";
import { count } from "../../../render/count.js";
import type { Style } from "../../../render/style.js";

/** What was judged, what was found and what was not judged, in words. */
export function followSummary(follower: Follower | undefined, tally: Tally, { colours }: Style): string {
  const { judged = 0, parts = 0, unjudged = { ofAllKeys: 0, ofLostParts: 0 } } = follower ?? {};
  const lines = [
    `${count(judged, "operation")} judged on ${count(parts, "part")}: ` +
      (tally.violated === 0
        ? colours.green("no violation")
        : colours.red(count(tally.violated, "violation"))),
  ];
  if (unjudged.ofAllKeys > 0)
    lines.push(
      `${count(unjudged.ofAllKeys, "operation")} on all keys at once not judged: --no-partition follows whole objects`,
    );
  if (unjudged.ofLostParts > 0)
    lines.push(
      `${count(unjudged.ofLostParts, "operation")} not judged: too much was possible on their key, or one came too late (--patience waits longer)`,
    );
  return `${lines.join("\n")}\n`;
}

/** The same for programs. */
export function summaryLine(follower: Follower | undefined, tally: Tally): string {
  const { judged = 0, parts = 0, unjudged = { ofAllKeys: 0, ofLostParts: 0 } } = follower ?? {};
  return JSON.stringify({
    summary: { judged, parts, violated: tally.violated, invalid: tally.invalid, unjudged },
  });
}
