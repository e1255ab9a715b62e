/** Settings, what this machine has, licences, and what the app has to do with the network. */
import { z } from 'zod';
import { backends } from '../candidate.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  bytes,
  call,
  count,
  done,
  failureSchema,
  identifier,
  instant,
  pageOf,
  pageRequest,
  path,
  seconds,
} from './shapes.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What a person may choose. */
const settingFields = z.strictObject({
  theme: z.enum(themes),
  /** 1 is 100 %. */
  zoom: z.number().min(0.5).max(3),
  /** Single letters as commands; off for those whose software types letters for them. */
  letterKeys: z.boolean(),
});
export type SettingFields = ReadonlyDeep<z.infer<typeof settingFields>>;

const settings = settingFields.extend({ dataFolder: path });
export type Settings = ReadonlyDeep<z.infer<typeof settings>>;

const dataFolder = z.object({
  path,
  writable: z.boolean(),
  free: bytes.nullable(),
  used: bytes.nullable(),
  /** Not writable: why, and what to do. */
  problem: failureSchema.nullable(),
  /** Another folder that could be written, where this one cannot. */
  alternative: path.nullable(),
});
export type DataFolder = ReadonlyDeep<z.infer<typeof dataFolder>>;

const graphics = z.object({
  name: z.string(),
  memoryFree: bytes.nullable(),
  memoryTotal: bytes.nullable(),
  driver: z.string().nullable(),
});

const welcome = z.object({
  /** False: nothing was made yet, and first start is shown. */
  used: z.boolean(),
  demo: z.object({
    available: z.boolean(),
    /** Why not. */
    problem: failureSchema.nullable(),
    baseline: z.string(),
    candidates: z.array(z.string()),
    items: count,
    /** On this machine, roughly; null where it is not known. */
    seconds: seconds.nullable(),
  }),
  machine: z.object({
    /** Graphics device, else processor, in words. */
    device: z.string(),
    memoryFree: bytes.nullable(),
    memoryTotal: bytes.nullable(),
    backends: z.array(z.enum(backends)),
  }),
  dataFolder,
});
export type Welcome = ReadonlyDeep<z.infer<typeof welcome>>;

const doctor = z.object({
  version: z.string(),
  operatingSystem: z.string(),
  processor: z.string(),
  physicalCores: count,
  logicalCores: count,
  memoryFree: bytes,
  memoryTotal: bytes,
  graphics: z.array(graphics),
  backends: z.array(
    z.object({
      backend: z.enum(backends),
      available: z.boolean(),
      /** Version or device where it is there, else the reason and the next step. */
      detail: z.string(),
    }),
  ),
  libraries: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Where the app is shown: in Electron, or in a browser and why. */
  shell: z.object({ kind: z.enum(['electron', 'browser']), detail: z.string() }),
  dataFolder,
});
export type Doctor = ReadonlyDeep<z.infer<typeof doctor>>;

const network = z.object({
  /** Endpoints that were spoken to since the start. */
  inUse: z.array(z.object({ url: z.string(), requests: count, lastAt: instant })).max(100),
  /** Requests to anywhere else that were refused since the start. */
  refused: count,
  lastRefused: z.array(z.object({ at: instant, target: z.string() })).max(50),
});
export type NetworkUse = ReadonlyDeep<z.infer<typeof network>>;

const licence = z.object({
  package: z.string(),
  version: z.string(),
  licence: z.string(),
  id: identifier,
});
export type Licence = ReadonlyDeep<z.infer<typeof licence>>;

export const settingCalls = {
  'settings.read_welcome': call(z.strictObject({}), welcome),
  'settings.read_settings': call(z.strictObject({}), settings),
  'settings.change_settings': call(settingFields.partial(), settings),
  /** From the next start on; nothing is moved. */
  'settings.choose_data_folder': call(
    z.strictObject({ path }),
    z.object({ dataFolder, restart: z.boolean() }),
  ),
  /** Looks at the machine anew; takes a second or two. */
  'settings.read_doctor': call(z.strictObject({}), doctor),
  'settings.read_network': call(z.strictObject({}), network),
  'settings.list_licences': call(z.strictObject({ page: pageRequest }), pageOf(licence)),
  'settings.read_licence': call(z.strictObject({ id: identifier }), z.object({ text: z.string() })),
  /** Ends the app; a run that is going on is paused first. */
  'settings.quit_app': call(z.strictObject({}), done),
};
