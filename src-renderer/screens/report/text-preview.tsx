import { useEffect, useState } from 'react';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';

/** Characters that are shown: enough to see what it is. */
const longest = 100_000;

type Preview = { readonly text: string; readonly length: number } | 'gone' | null;

/** Markdown, CSV and JSON as the text that they are; a browser would download some of them instead of showing them. */
export function TextPreview({ address, fileName }: { readonly address: string; readonly fileName: string }) {
  const [preview, setPreview] = useState<Preview>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    readText(address, leaving.signal).then(
      (text) => {
        setPreview({ text: text.slice(0, longest), length: text.length });
      },
      () => {
        if (!leaving.signal.aborted) setPreview('gone');
      },
    );
    return () => {
      leaving.abort();
    };
  }, [address, attempt]);
  if (preview === null) return <p className="waiting" />;
  if (preview === 'gone') {
    return (
      <Notice
        tone="fault"
        title={`${fileName} cannot be shown: it is not kept any more.`}
        actions={
          <Button
            onClick={() => {
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        }
      >
        <p>Go to another view and back: the report is made anew.</p>
      </Notice>
    );
  }
  return (
    <>
      <pre
        className="preview-text"
        data-theme="light"
        tabIndex={0}
        role="region"
        aria-label={`Preview of ${fileName}`}
      >
        {preview.text}
      </pre>
      {preview.length > longest ? (
        <p className="muted small">
          The first {formatCount(longest)} of {formatCount(preview.length)} characters. The file has all of
          them.
        </p>
      ) : null}
    </>
  );
}

async function readText(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}
