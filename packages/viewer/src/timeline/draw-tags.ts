import type { Look } from "./look.js";
import { placeTags, TAG_HEIGHT } from "./place-tags.js";
import type { Geometry, Scene } from "./scene.js";

/** Draws what is pointed out in words where its bar has no room for them. */
export function drawTags(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  look: Look,
): void {
  const { colours } = look;
  for (const { id, text, x, y, width } of placeTags(scene, geometry, look)) {
    context.fillStyle = colours.ground;
    context.globalAlpha = 0.8;
    context.fillRect(x, y, width, TAG_HEIGHT);
    context.globalAlpha = 1;
    context.fillStyle = id === look.stuck ? colours.violated : colours.text;
    context.fillText(text, x + 3, y + TAG_HEIGHT / 2 + 0.5);
  }
}
