/** Which screen stands at which place. Each is loaded when it is first gone to. */
import type { ComponentType } from 'react';
import { lazy } from 'react';
import type { ComparisonViewName, Place, Route } from './routes.ts';

/** A screen gets its route: the place, and how it is narrowed. */
export interface ScreenProps<At extends Place> {
  readonly route: Extract<Route, { readonly place: At }>;
}

type Screens = { readonly [At in Exclude<Place, 'comparison'>]: ComponentType<ScreenProps<At>> };

export const screens: Screens = {
  comparisons: lazy(async () => ({ default: (await import('../screens/home/home-screen.tsx')).HomeScreen })),
  start: lazy(async () => ({ default: (await import('../screens/start/start-screen.tsx')).StartScreen })),
  settings: lazy(async () => ({
    default: (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
  })),
  'item-sets': lazy(async () => ({
    default: (await import('../screens/item-sets/item-sets-screen.tsx')).ItemSetsScreen,
  })),
  models: lazy(async () => ({ default: (await import('../screens/models/models-screen.tsx')).ModelsScreen })),
  draft: lazy(async () => ({
    default: (await import('../screens/new-comparison/new-comparison-screen.tsx')).NewComparisonScreen,
  })),
  unknown: lazy(async () => ({
    default: (await import('../screens/unknown/unknown-screen.tsx')).UnknownScreen,
  })),
};

export const comparisonScreens: Readonly<
  Record<ComparisonViewName, ComponentType<ScreenProps<'comparison'>>>
> = {
  plan: lazy(async () => ({ default: (await import('../screens/plan/plan-screen.tsx')).PlanScreen })),
  run: lazy(async () => ({ default: (await import('../screens/run/run-screen.tsx')).RunScreen })),
  results: lazy(async () => ({
    default: (await import('../screens/results/results-screen.tsx')).ResultsScreen,
  })),
  read: lazy(async () => ({ default: (await import('../screens/read/read-screen.tsx')).ReadScreen })),
  review: lazy(async () => ({
    default: (await import('../screens/review/review-screen.tsx')).ReviewScreen,
  })),
  judge: lazy(async () => ({
    default: (await import('../screens/judge/judge-screen.tsx')).JudgeScreen,
  })),
  report: lazy(async () => ({
    default: (await import('../screens/report/report-screen.tsx')).ReportScreen,
  })),
};
