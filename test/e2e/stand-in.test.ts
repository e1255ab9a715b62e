import { standIn } from './drivers/stand-in.ts';
import { appSpecs } from './specs/app-specs.ts';

appSpecs(standIn);
