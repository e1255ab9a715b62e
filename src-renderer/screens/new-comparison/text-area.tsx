import { useEffect, useRef, useState } from 'react';

/** Text of several lines that is handed over when the person leaves it. */
export function TextArea({
  value,
  rows,
  className = '',
  onCommit,
}: {
  readonly value: string;
  readonly rows: number;
  readonly className?: string;
  readonly onCommit: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const editing = useRef(false);
  useEffect(() => {
    if (!editing.current) setText(value);
  }, [value]);
  return (
    <textarea
      className={`field ${className}`.trim()}
      rows={rows}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        editing.current = true;
        setText(event.target.value);
      }}
      onBlur={() => {
        editing.current = false;
        if (text !== value) onCommit(text);
      }}
    />
  );
}
