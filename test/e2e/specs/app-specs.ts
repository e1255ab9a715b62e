/** Everything that a person does with the app, in an order in which it can be done; the same for every driver. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { firstStart } from './first-start.ts';
import { itemFile } from './item-file.ts';
import { leaving } from './leaving.ts';
import { looks } from './looks.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';
import { results } from './results.ts';
import { run } from './run.ts';
import { Session } from './session.ts';
import { themeAndSize } from './theme-and-size.ts';

export function appSpecs(driver: Driver): void {
  describe.skipIf(driver.missing !== null)(`the app ${driver.name}`, () => {
    const session = new Session(driver);
    beforeAll(() => session.start());
    afterAll(() => session.end());

    firstStart(session);
    itemFile(session);
    run(session);
    results(session);
    reading(session);
    report(session);
    themeAndSize(session);
    if (driver.looks) looks(session);
    leaving(session);
  });
}
