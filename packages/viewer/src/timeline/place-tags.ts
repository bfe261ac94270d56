import { shortOperation } from "../text/short-operation.js";
import { LETTER, labelRoom } from "./label-room.js";
import type { Look } from "./look.js";
import { type Geometry, type Scene, xOf, yOf } from "./scene.js";

/** The text of an operation, below its bar. */
export interface Tag {
  readonly id: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The height of a tag, and how far it stays away from its bar. */
export const TAG_HEIGHT = 15;
const AWAY = 2;
/** The most characters of a tag. */
const MOST = 24;
/** So many are tried: there is no room for more. */
const MOST_TAGS = 60;

/**
 * Tags of what is pointed out and too narrow for its text, the most important first; one that would lie on another is
 * left out. They stand in the gaps below lanes, so there are none where these are narrow.
 */
export function placeTags(scene: Scene, geometry: Geometry, look: Look): readonly Tag[] {
  const { gutter, width, rowHeight, laneGap } = geometry;
  if (laneGap < 2 * (TAG_HEIGHT + AWAY)) return [];
  const ids = [...new Set([look.selected, look.hovered, look.stuck, ...look.marked, ...look.core])];
  const tags: Tag[] = [];
  for (const id of ids.slice(0, MOST_TAGS)) {
    const row = scene.rows.rowOf[id] ?? -1;
    if (row < 0 || scene.laneOf[row] === scene.laneOf[row + 1]) continue;
    const [x, end] = [xOf(geometry, scene.extents.start[id]), xOf(geometry, scene.extents.end[id])];
    if (end < gutter || x > width || labelRoom(geometry, x, end - x) >= scene.texts.of(id).length) continue;
    const text = shortOperation(scene.texts.named(id), MOST);
    const wide = text.length * LETTER + 6;
    const middle = (Math.max(x, gutter) + Math.min(end, width)) / 2;
    const tag = {
      id,
      text,
      x: Math.min(Math.max(middle - wide / 2, gutter + 2), width - wide - 2),
      y: yOf(scene, geometry, row) + rowHeight + AWAY,
      width: wide,
    };
    if (!tags.some((other) => other.y === tag.y && liesOn(other, tag))) tags.push(tag);
  }
  return tags;
}

/** Whether one lies on the other, of two at the same height. */
const liesOn = (a: Tag, b: Tag): boolean => a.x < b.x + b.width + AWAY && b.x < a.x + a.width + AWAY;
