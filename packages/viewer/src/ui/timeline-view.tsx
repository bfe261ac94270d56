import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { draw } from "../timeline/draw.js";
import { type Focus, focusOn } from "../timeline/focus.js";
import type { Look } from "../timeline/look.js";
import { coloursOf } from "../timeline/colours.js";
import {
  type Geometry,
  markAt,
  momentAt,
  operationAt,
  rowSizes,
  rowsHeight,
  type Scene,
  yOf,
} from "../timeline/scene.js";
import { fit, pan, type Span, type Viewport, zoom } from "../timeline/viewport.js";
import { drawOverview } from "./overview.js";

export interface TimelineProps {
  readonly scene: Scene;
  readonly look: Omit<Look, "colours" | "hovered">;
  readonly focus: Focus;
  /** Changes with the colours. */
  readonly theme: string;
  readonly onSelect: (id: number) => void;
  readonly onHover: (id: number) => void;
  /** An annotation is pointed at, or none: −1. */
  readonly onMark: (index: number) => void;
  readonly label: string;
}

const AXIS = 24;
const STRIP = 14;
const OVERVIEW = 30;
/** How much closer a key or a button leads. */
const CLOSER = 1.5;

/** The timeline: a canvas that is zoomed and moved with mouse, fingers and keys, and an overview of the whole. */
export function TimelineView({ scene, look, focus, theme, onSelect, onHover, onMark, label }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overview = useRef<HTMLCanvasElement>(null);
  const state = useRef<{ view: Viewport; top: number; hovered: number; frame: number }>({
    view: { from: 0, to: 1 },
    top: 0,
    hovered: -1,
    frame: 0,
  });
  const [size, setSize] = useState({ width: 0, height: 0 });
  const whole: Span = scene.extents;
  const colours = useMemo(() => (box.current === null ? undefined : coloursOf(box.current)), [theme, size]);

  const geometry = (): Geometry => {
    const { width, height } = size;
    const strip = scene.marks.length > 0 ? STRIP : 0;
    const axis = AXIS + strip;
    const sizes = rowSizes(scene, height - axis);
    const gutter = width < 560 ? 54 : 92;
    const most = Math.max(0, rowsHeight(scene, sizes) - (height - axis));
    state.current.top = Math.min(Math.max(0, state.current.top), most);
    const { top, view } = state.current;
    return { width, height, gutter, axis, strip, ...sizes, top, view };
  };

  const paint = (): void => {
    state.current.frame = 0;
    const [context, small] = [canvas.current?.getContext("2d"), overview.current?.getContext("2d")];
    if (!context || !small || colours === undefined || size.width === 0) return;
    const scale = devicePixelRatio || 1;
    for (const [one, height] of [
      [context, size.height],
      [small, OVERVIEW],
    ] as const) {
      const [w, h] = [Math.round(size.width * scale), Math.round(height * scale)];
      if (one.canvas.width !== w || one.canvas.height !== h) [one.canvas.width, one.canvas.height] = [w, h];
      one.setTransform(scale, 0, 0, scale, 0, 0);
    }
    const now = geometry();
    draw(context, scene, now, { ...look, colours, hovered: state.current.hovered });
    drawOverview(
      small,
      scene,
      { width: size.width, height: OVERVIEW, gutter: now.gutter },
      look,
      colours,
      now.view,
    );
  };
  const repaint = (): void => {
    if (state.current.frame === 0) state.current.frame = requestAnimationFrame(() => latest.current());
  };
  const latest = useRef(paint);
  latest.current = paint;
  const move = (view: Viewport): void => {
    state.current.view = view;
    repaint();
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const { view, row } = focusOn(scene, focus, state.current.view);
    move(view);
    if (row !== undefined) scrollTo(row);
  }, [focus, scene]);

  const scrollTo = (row: number): void => {
    const { rowHeight, laneGap, height } = geometry();
    const y = yOf(scene, { rowHeight, laneGap, axis: 0, top: 0 }, row);
    if (y < state.current.top || y > state.current.top + height - 3 * rowHeight)
      state.current.top = y - rowHeight;
    repaint();
  };

  useEffect(repaint);

  const at = (event: MouseEvent): { readonly x: number; readonly y: number } => {
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const hover = (id: number): void => {
    if (id === state.current.hovered) return;
    state.current.hovered = id;
    onHover(id);
    repaint();
  };

  // Fingers and the mouse, by their ids: one moves, two zoom.
  const pointers = useRef(new Map<number, { x: number; y: number; moved: number }>());
  const onPointerDown = (event: PointerEvent): void => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { ...at(event), moved: 0 });
  };
  const onPointerMove = (event: PointerEvent): void => {
    const here = at(event);
    const held = pointers.current.get(event.pointerId);
    const now = geometry();
    if (held === undefined) {
      hover(operationAt(scene, now, here.x, here.y));
      onMark(markAt(scene, now, here.x, here.y));
      return;
    }
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
    if (others.length === 1) {
      const [, other] = others[0];
      const [before, after] = [Math.abs(held.x - other.x), Math.abs(here.x - other.x)];
      if (before > 8 && after > 8) move(zoom(now.view, after / before, momentAt(now, other.x), whole));
    } else {
      move(pan(now.view, (held.x - here.x) / (now.width - now.gutter), whole));
      state.current.top += held.y - here.y;
    }
    pointers.current.set(event.pointerId, {
      ...here,
      moved: held.moved + Math.abs(here.x - held.x) + Math.abs(here.y - held.y),
    });
  };
  const onPointerUp = (event: PointerEvent): void => {
    const held = pointers.current.get(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (held !== undefined && held.moved < 5) {
      const { x, y } = at(event);
      onSelect(operationAt(scene, geometry(), x, y));
    }
  };

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const now = geometry();
    const overflows = rowsHeight(scene, now) > now.height - now.axis;
    const closer = event.ctrlKey || event.metaKey || (!overflows && !event.shiftKey);
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey)
      move(pan(now.view, sideways / (now.width - now.gutter), whole));
    else if (closer) move(zoom(now.view, Math.exp(-event.deltaY / 300), momentAt(now, at(event).x), whole));
    else {
      state.current.top += event.deltaY;
      repaint();
    }
  };
  const wheel = useRef(onWheel);
  wheel.current = onWheel;
  useEffect(() => {
    // A listener of its own, for only then may it keep the page from being scrolled.
    const listener = (event: WheelEvent): void => wheel.current(event);
    canvas.current?.addEventListener("wheel", listener, { passive: false });
    return () => canvas.current?.removeEventListener("wheel", listener);
  }, []);

  const zoomBy = (factor: number): void => {
    const { view } = state.current;
    move(zoom(view, factor, (view.from + view.to) / 2, whole));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const now = geometry();
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(pan(now.view, -0.15, whole)),
      ArrowRight: () => move(pan(now.view, 0.15, whole)),
      "+": () => zoomBy(CLOSER),
      "=": () => zoomBy(CLOSER),
      "-": () => zoomBy(1 / CLOSER),
      "0": () => move(fit(whole, whole)),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Escape: () => onSelect(-1),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  /** To the next operation in the order of their beginnings, whatever its session. */
  const step = (by: 1 | -1): void => {
    const { ids, start } = scene.extents;
    const inOrder = ids.slice().sort((a, b) => start[a] - start[b] || a - b);
    const place = inOrder.indexOf(look.selected);
    const next = inOrder[place < 0 ? 0 : Math.min(Math.max(place + by, 0), inOrder.length - 1)];
    if (next !== undefined) onSelect(next);
  };

  const onOverview = (event: PointerEvent): void => {
    if (event.buttons === 0) return;
    const { width, gutter, view } = geometry();
    const part = (at(event).x - gutter) / Math.max(1, width - gutter);
    const middle = whole.from + part * (whole.to - whole.from);
    move(pan(view, (middle - (view.from + view.to) / 2) / (view.to - view.from), whole));
  };

  return (
    <div class="timeline">
      <canvas
        ref={overview}
        class="overview"
        aria-hidden="true"
        onPointerDown={onOverview}
        onPointerMove={onOverview}
      />
      <div class="stage" ref={box}>
        <canvas
          ref={canvas}
          tabIndex={0}
          role="application"
          aria-roledescription="timeline"
          aria-label={label}
          aria-describedby="timeline-keys"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
          onPointerLeave={() => {
            hover(-1);
            onMark(-1);
          }}
          onDblClick={(event) =>
            move(zoom(state.current.view, 2.5, momentAt(geometry(), at(event).x), whole))
          }
          onKeyDown={onKeyDown}
        />
        <div class="group zoom" role="group" aria-label="Zoom">
          <button
            type="button"
            aria-label="Further away"
            title="Further away (-)"
            onClick={() => zoomBy(1 / CLOSER)}
          >
            −
          </button>
          <button type="button" aria-label="Closer" title="Closer (+)" onClick={() => zoomBy(CLOSER)}>
            +
          </button>
        </div>
      </div>
      <p id="timeline-keys" class="hidden">
        Left and right move along the time, plus and minus zoom, 0 shows all, up and down go from operation to
        operation, Escape lets go.
      </p>
    </div>
  );
}
