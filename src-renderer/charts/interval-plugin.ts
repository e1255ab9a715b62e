/** A plugin of chart.js that paints shapes: intervals, the noise band, the guard rail and the rest. */
import type { Plugin } from 'chart.js';
import type { PlotShape, Point } from './shapes.ts';
import type { TokenColors } from './token-colors.ts';

export interface Painting {
  readonly shapes: readonly PlotShape[];
  readonly colors: TokenColors;
  /** The zoom setting: lines and markers grow with the text. */
  readonly zoom: number;
}

/** Half of a whisker's cap, px; and the length of an arrowhead. */
const cap = 4;
const arrow = 5;

/** `read` gives what is to be painted now: the chart is made once, what it shows changes. */
export function intervalPlugin(read: () => Painting): Plugin<'scatter'> {
  return {
    id: 'intervals',
    beforeDatasetsDraw: ({ ctx, chartArea }) => {
      const { shapes, colors, zoom } = read();
      const place = ({ x, y }: Point): Point => ({
        x: chartArea.left + x * chartArea.width,
        y: chartArea.top + y,
      });
      ctx.save();
      for (const shape of shapes) paint(ctx, shape, place, colors, zoom);
      ctx.restore();
    },
  };
}

/** In the middle of a device pixel, so that a hairline is one. */
const crisp = (value: number) => Math.floor(value) + 0.5;

function paint(
  ctx: CanvasRenderingContext2D,
  shape: PlotShape,
  place: (point: Point) => Point,
  colors: TokenColors,
  zoom: number,
): void {
  switch (shape.kind) {
    case 'area': {
      const from = place(shape.from);
      const to = place(shape.to);
      ctx.fillStyle = colors[shape.token] ?? '';
      ctx.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
      break;
    }
    case 'line': {
      const from = place(shape.from);
      const to = place(shape.to);
      const thin = shape.width === 1;
      const fit = (value: number) => (thin ? crisp(value) : Math.round(value));
      const upright = from.x === to.x;
      ctx.strokeStyle = colors[shape.token] ?? '';
      ctx.lineWidth = shape.width;
      ctx.setLineDash([...shape.dash]);
      ctx.beginPath();
      ctx.moveTo(upright ? fit(from.x) : from.x, upright ? from.y : fit(from.y));
      ctx.lineTo(upright ? fit(to.x) : to.x, upright ? to.y : fit(to.y));
      ctx.stroke();
      ctx.setLineDash([]);
      break;
    }
    case 'whisker': {
      const from = place(shape.from);
      const to = place(shape.to);
      ctx.strokeStyle = colors[shape.token] ?? '';
      ctx.lineWidth = 2 * zoom;
      ctx.beginPath();
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
      end(ctx, from, to, shape.cutFrom, zoom);
      end(ctx, to, from, shape.cutTo, zoom);
      ctx.stroke();
      break;
    }
    case 'marker': {
      const at = place(shape.at);
      const color = colors[shape.mark.token] ?? '';
      const path = new Path2D(shape.mark.marker);
      ctx.save();
      ctx.translate(at.x, at.y);
      ctx.scale(zoom, zoom);
      ctx.fillStyle = shape.mark.filled ? color : (colors[shape.ground] ?? '');
      ctx.fill(path);
      if (!shape.mark.filled) {
        ctx.strokeStyle = color;
        ctx.lineWidth = 1.75;
        ctx.stroke(path);
      }
      ctx.restore();
      break;
    }
  }
}

/** A cap across the line's end, or an arrowhead that points out of the plot. */
function end(ctx: CanvasRenderingContext2D, at: Point, other: Point, cut: boolean, zoom: number): void {
  const length = Math.hypot(at.x - other.x, at.y - other.y);
  if (length === 0) return;
  const along = { x: (at.x - other.x) / length, y: (at.y - other.y) / length };
  const back = cut ? arrow * zoom : 0;
  for (const side of [-1, 1]) {
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(
      at.x - along.x * back - along.y * side * cap * zoom,
      at.y - along.y * back + along.x * side * cap * zoom,
    );
  }
}
