import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { PreparedReport } from '../../../src-main/contract/calls/reports.ts';
import { formatBytes } from '../../../src-main/contract/presentation/numbers.ts';
import { oftenWords } from '../../../src-main/contract/presentation/part-words.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useClient, useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { useCopy } from '../../components/copy-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PathChooser } from '../../components/path-chooser.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { NumberField, Sentence, SentenceLine } from '../../components/sentence-field.tsx';
import { createResource } from '../../stores/resource.ts';
import type { ReportOptions } from './report-query.ts';
import { hasExamples, mostExamples, queryOfOptions, reportFormats, reportOptions } from './report-query.ts';
import { TextPreview } from './text-preview.tsx';
import './report.css';

/** In Electron a page cannot hand a file to the browser's downloads: saving into a folder is the way there. */
const inBrowser = window.noisefloor === undefined;

/** The report as it will be: its options, a look at it, and the ways to keep it. */
export function ReportScreen({ route }: ScreenProps<'comparison'>) {
  useTitle('Report');
  const { router } = useStores();
  const client = useClient();
  const { comparison } = route;
  const options = reportOptions(route.query);
  const [prepared] = useState(() => createResource(client, 'reports.prepare_report'));
  const { data, error, busy } = useStore(prepared.store);
  const { format, anonymous, examples } = options;
  useEffect(() => {
    void prepared.read({ comparison, format, anonymous, examples });
  }, [prepared, comparison, format, anonymous, examples]);
  const late = useLate(busy && data === null);
  const frame = useRef<HTMLIFrameElement>(null);
  const change = (next: Partial<ReportOptions>) => {
    router.replace(comparisonRoute(comparison, 'report', queryOfOptions({ ...options, ...next })));
  };

  if (error?.code === 'run_unfinished') {
    return (
      <div className="report filling">
        <PageHead title="Report" />
        <EmptyState
          title="The report comes when the run ends."
          actions={
            <Button
              look="primary"
              onClick={() => {
                router.go(comparisonRoute(comparison, 'run'));
              }}
            >
              Go to the run
            </Button>
          }
        >
          Until then the outputs can be read, and results can be peeked at; the report names each peek.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="report filling">
      <PageHead title="Report">
        <ReportActions
          report={data}
          printable={format === 'html'}
          onPrint={() => frame.current?.contentWindow?.print()}
        />
      </PageHead>
      <Options options={options} onChange={change} />
      {data === null || data.peeks === 0 ? null : (
        <Notice
          title={`Results were looked at before the end: ${oftenWords(data.peeks)}. The report says so.`}
        />
      )}
      {error === null ? null : (
        <FailureNotice
          failure={error}
          actions={
            <Button disabled={busy} onClick={() => void prepared.refresh()}>
              Try again
            </Button>
          }
        />
      )}
      {data === null ? (
        <p className="waiting">{late ? 'Making the report' : ''}</p>
      ) : format === 'html' ? (
        <HtmlPreview key={data.report} frame={frame} address={addressOf(data)} fileName={data.fileName} />
      ) : (
        <TextPreview key={data.report} address={addressOf(data)} fileName={data.fileName} />
      )}
    </div>
  );
}

/**
 * In a frame of its own, without scripts. What is printed is light, so the preview is, too: the report follows the
 * theme of the system until its root says otherwise.
 */
function HtmlPreview({
  frame,
  address,
  fileName,
}: {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly address: string;
  readonly fileName: string;
}) {
  const [ready, setReady] = useState(false);
  return (
    <iframe
      ref={frame}
      className={ready ? undefined : 'loading'}
      data-theme="light"
      title={`Preview of ${fileName}`}
      src={address}
      sandbox="allow-same-origin allow-modals"
      onLoad={(event) => {
        event.currentTarget.contentDocument?.documentElement.setAttribute('data-theme', 'light');
        setReady(true);
      }}
    />
  );
}

function addressOf({ report }: PreparedReport): string {
  return `/reports/${encodeURIComponent(report)}`;
}

function Options({
  options,
  onChange,
}: {
  readonly options: ReportOptions;
  readonly onChange: (change: Partial<ReportOptions>) => void;
}) {
  const { format, anonymous, examples } = options;
  return (
    <Sentence body>
      <SentenceLine>
        As{' '}
        <Segmented
          label="Format"
          value={format}
          options={reportFormats}
          onChange={(next) => {
            onChange({ format: next });
          }}
        />
        {hasExamples(format) ? (
          <>
            {' '}
            with at most{' '}
            <NumberField
              label="Flipped items of each candidate, at most"
              value={examples}
              min={0}
              max={mostExamples}
              onCommit={(next) => {
                onChange({ examples: next });
              }}
            />{' '}
            flipped items of each candidate side by side,
          </>
        ) : (
          ' numbers alone, without the items,'
        )}{' '}
        <label className="choice">
          <input
            type="checkbox"
            checked={anonymous}
            onChange={(event) => {
              onChange({ anonymous: event.target.checked });
            }}
          />{' '}
          anonymous
        </label>
        <span className="muted small">
          {anonymous
            ? 'Names, folders and the host are replaced by neutral words.'
            : 'Model names, folders and the host are in it.'}
        </span>
      </SentenceLine>
    </Sentence>
  );
}

/** As it is shown, or printed. */
type Keep = 'report' | 'pdf';

const callOf = { report: 'reports.save_report', pdf: 'reports.print_report' } as const;

/** The ways to keep it. What went wrong, or where it is now, stands under them. */
function ReportActions({
  report,
  printable,
  onPrint,
}: {
  readonly report: PreparedReport | null;
  readonly printable: boolean;
  readonly onPrint: () => void;
}) {
  const client = useClient();
  const copy = useCopy();
  const [choosing, setChoosing] = useState<Keep | null>(null);
  const [saved, setSaved] = useState<{ readonly path: string } | { readonly failure: Failure } | null>(null);
  const [last, setLast] = useState<Keep>('report');
  const choose = (keep: Keep) => {
    setSaved(null);
    setChoosing(keep);
  };
  const save = async (keep: Keep, folder: string) => {
    if (report === null) return;
    const answer = await client.call(callOf[keep], { report: report.report, folder });
    setSaved(answer.ok ? { path: answer.data.path } : { failure: answer.error });
  };
  return (
    <>
      {report === null ? null : (
        <span className="muted small">
          {report.fileName}, {formatBytes(report.size)}
        </span>
      )}
      {inBrowser && report !== null ? (
        <a className={buttonClass()} href={`${addressOf(report)}?save`} download={report.fileName}>
          Download
        </a>
      ) : null}
      {printable && inBrowser ? (
        <Button disabled={report === null} onClick={onPrint}>
          Print, or save as PDF…
        </Button>
      ) : null}
      {printable && !inBrowser ? (
        <Button
          disabled={report === null}
          onClick={() => {
            choose('pdf');
          }}
        >
          Save as PDF…
        </Button>
      ) : null}
      <Button
        look="primary"
        disabled={report === null}
        onClick={() => {
          choose('report');
        }}
      >
        Save in a folder…
      </Button>
      {choosing ? (
        <PathChooser
          title={choosing === 'pdf' ? 'Save the PDF in' : 'Save the report in'}
          show="folders"
          action="Save here"
          onChoose={(folder) => {
            setLast(choosing);
            void save(choosing, folder);
          }}
          onClose={() => {
            setChoosing(null);
          }}
        />
      ) : null}
      {saved === null ? null : (
        <div className="saved" role="status">
          {'path' in saved ? (
            <Notice
              title={`Saved as ${saved.path}.`}
              actions={
                <Button small onClick={() => void copy(saved.path, 'the path of the report')}>
                  Copy the path
                </Button>
              }
            />
          ) : (
            <FailureNotice
              failure={saved.failure}
              actions={
                <Button
                  small
                  onClick={() => {
                    choose(last);
                  }}
                >
                  Choose another folder
                </Button>
              }
            />
          )}
        </div>
      )}
    </>
  );
}
