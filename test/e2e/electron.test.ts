import { electronMissing, notRun } from './drivers/electron-missing.ts';
import { electron } from './drivers/electron.ts';
import { appSpecs } from './specs/app-specs.ts';

const missing = electronMissing();
if (missing !== null) process.stderr.write(`${notRun(missing)}\n`);
appSpecs(electron);
