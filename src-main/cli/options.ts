/** Options that several commands share. */
import { InvalidArgumentError, Option } from 'commander';
import { usualDataFolder } from '../app/data-folder.ts';

export interface DataOption {
  readonly data: string;
}

export interface JsonOption {
  readonly json?: boolean;
}

export function dataOption(): Option {
  const usual = usualDataFolder();
  return new Option('--data <dir>', 'the data folder').default(usual, usual);
}

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON document to stdout');
}

/** A whole number of at least 1. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('give a whole number from 1 upwards.');
  return Number(text);
}

/** A whole number of at least 0. */
export function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('give a whole number from 0 upwards.');
  return Number(text);
}

/** A whole number of at least 0 that fits 32 bits. */
export function seed(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value > 4_294_967_295)
    throw new InvalidArgumentError('give a whole number from 0 to 4294967295.');
  return value;
}

/** A share, or points with a percent sign: 0.02 and 2% are the same. Above 0, at most 1. */
export function share(text: string): number {
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text);
  const value = percent ? Number(percent[1]) / 100 : Number(text);
  if (!/^[\d.]+\s*%?$/.test(text) || !(value > 0) || value > 1)
    throw new InvalidArgumentError('give a share above 0 and up to 1, such as 0.02, or points such as 2%.');
  return value;
}

/** A share that may be nothing: 0 to 1. */
export function heldOutShare(text: string): number {
  const value = Number(text);
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) || value > 1)
    throw new InvalidArgumentError('give a share from 0 to 1, such as 0.75.');
  return value;
}
