import { expect, test } from 'vitest';
import { anonymousReport } from '../../../src-main/app/anonymous-report.ts';
import type { EndpointCandidate } from '../../../src-main/contract/candidate.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { jsonDocument } from '../../../src-main/report/json-report.ts';
import { madeUpAnswer } from '../../fixtures/report-cases.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const input = reportInput();
const { plan } = input.plan;
const [baseline, ...others] = plan.candidates;
const [run, ...runs] = input.runs;
const [first, ...rest] = input.candidates;
const [shown] = input.candidates.flatMap(({ cases }) => cases.items);
const [sitting] = run?.sittings ?? [];
if (!baseline || !run || !first || !sitting || !shown) throw new Error('the report has no candidate');

const served: EndpointCandidate = {
  engine: 'openai',
  name: 'served',
  sampling: baseline.sampling,
  accepted: [],
  endpoint: 'https://box.acme.example:8443/v1',
  model: 'juniper',
  tokenizer: { file: '/home/Ada Lovelace/models/vocabulary.gguf', hashes: [] },
  settings: { parallel: 1, timeout: 10 },
};
const ofRing = { ...served, keyringName: 'acme-key' };
const ofVariable = { ...served, name: 'other', keyVariable: 'ACME_TOKEN' };
const failure: Failure = {
  code: 'endpoint_redirected',
  message:
    'https://box.acme.example:8443 points to http://sso.acme.example/login?to=juniper, which was not named here.',
  next: 'Put ACME_TOKEN right, or the key “acme-key” with “noisefloor key set acme-key”.',
  where: { file: '/home/Ada Lovelace/models/vocabulary.gguf', field: 'https://box.acme.example:8443/v1' },
  detail: 'getaddrinfo ENOTFOUND box.acme.example, reading /srv/acme/plans/plan.yaml: no more',
};
const failed = madeUpAnswer('', null, 'The request failed.');
const sentence = `served: ${failure.message} ${failure.detail}`;
const report = reportInput({
  plan: { ...input.plan, plan: { ...plan, candidates: [baseline, ...others, ofRing, ofVariable] } },
  runs: [
    {
      ...run,
      failure,
      sittings: [{ ...sitting, manifest: { ...sitting.manifest, remarks: [sentence] } }],
    },
    ...runs,
  ],
  candidates: [
    {
      ...first,
      reason: sentence,
      nextStep: failure.next ?? null,
      accepted: [{ what: sentence, acceptedAt: input.generatedAt }],
      cases: {
        ...first.cases,
        items: [
          {
            kind: 'missing',
            item: shown.item,
            samples: [
              {
                sample: 0,
                baseline: null,
                candidate: { ...failed, output: { ...failed.output, error: failure } },
              },
            ],
          },
        ],
      },
    },
    ...rest,
  ],
});

test('names no server, key, person or folder, in no field and no sentence', () => {
  const names = /acme|Lovelace|plans\/|\/models/i;
  expect(JSON.stringify(report)).toMatch(names);
  const anonymous = anonymousReport(report);
  expect(JSON.stringify(anonymous).match(names)).toBeNull();
  for (const text of [JSON.stringify(jsonDocument(anonymous)), htmlReport(anonymous, { examples: 5 })])
    expect(text.match(names)).toBeNull();
});

test('still says what went wrong', () => {
  const [told] = anonymousReport(report).runs;
  expect(told?.failure).toEqual({
    code: 'endpoint_redirected',
    message: 'an endpoint points to an endpoint, which was not named here.',
    next: 'Put its key right, or the key “its key” with “noisefloor key set its key”.',
    where: { file: 'vocabulary.gguf', field: 'an endpoint' },
    detail: 'getaddrinfo ENOTFOUND its host, reading …/plan.yaml: no more',
  });
});
