import { Chart, LinearScale, PointElement, ScatterController } from 'chart.js';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app/app-context.tsx';
import type { Painting } from './interval-plugin.ts';
import { intervalPlugin } from './interval-plugin.ts';
import type { PlotShape } from './shapes.ts';
import { shapeTokens } from './shapes.ts';
import { useTokenColors } from './token-colors.ts';
import './plot.css';

Chart.register(ScatterController, LinearScale, PointElement);

/** A canvas as large as the element around it, on which chart.js keeps the shapes painted. It says nothing by itself. */
export function PlotCanvas({ shapes }: { readonly shapes: readonly PlotShape[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<'scatter'>>(null);
  const zoom = useStore(useStores().settings.store, (state) => state.fields.zoom);
  const colors = useTokenColors(shapeTokens);
  const painting = useRef<Painting>({ shapes, colors, zoom });

  useEffect(() => {
    if (canvas.current === null) return;
    const made = new Chart(canvas.current, {
      type: 'scatter',
      data: { datasets: [{ data: [] }] },
      options: {
        responsive: true,
        maintainAspectRatio: false,
        animation: false,
        events: [],
        layout: { padding: 0 },
        scales: {
          x: { type: 'linear', display: false, min: 0, max: 1 },
          y: { type: 'linear', display: false, min: 0, max: 1 },
        },
      },
      plugins: [intervalPlugin(() => painting.current)],
    });
    chart.current = made;
    return () => {
      made.destroy();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    painting.current = { shapes, colors, zoom };
    chart.current?.draw();
  }, [shapes, colors, zoom]);

  return (
    <div className="plot-canvas">
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  );
}
