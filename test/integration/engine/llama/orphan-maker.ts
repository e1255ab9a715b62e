/** Opens the demo model, keeps it busy, and tells its child's process id, so that a test can kill this process. */
import { createLlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';
import { candidate, demoItems, good, never, request } from './demo.ts';

const open = good(await createLlamaEngine().open(candidate(), never));
const requests = demoItems('sorting', 60).map((item) => request(item));
let told = false;
for (;;) {
  const run = await open.generate(
    requests,
    () => {
      if (!told) process.send?.(open.manifest.processId);
      told = true;
    },
    never,
  );
  good(run);
}
