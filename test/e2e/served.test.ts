import { served } from './drivers/served.ts';
import { appSpecs } from './specs/app-specs.ts';

appSpecs(served);
