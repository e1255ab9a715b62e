/**
 * Takes the power from what a tokenizer would read as a marker of its own: a text with `<|im_end|>` in it would end
 * the turn that it stands in, and go on as somebody else. Servers and llama.cpp alike read markers wherever they stand
 * in a prompt, so that the text itself must not have them.
 */

/** What stands after the first character of a marker. It is seen, so that nobody wonders what is different. */
const gap = ' ';

/**
 * The spellings that chat templates use. Not every one of them is a marker of every model; a space in a tag of HTML
 * does no harm.
 */
const markers = new RegExp(
  [
    // <|im_start|>, <|eot_id|>, <|START_THINKING|>, <｜User｜>, <|channel>, <channel|>
    String.raw`<(?=[|｜][^<>\n]{0,60}>)`,
    String.raw`<(?=[^<>\n|｜]{1,60}[|｜]>)`,
    // <s>, </s>, <bos>, <start_of_turn>, <unused94>, <think>, <0x0A>, <<SYS>>
    String.raw`<(?=<?\/?[\p{L}\p{N}_:.▁-]{1,40}>)`,
    // [INST], [/INST], [TOOL_CALLS], [gMASK], [unused16]
    String.raw`\[(?=\/?[\p{L}\p{N}_]{2,40}\])`,
    // ◁think▷
    String.raw`◁(?=[^◁▷\n]{1,40}▷)`,
    // The codes that the Unicode tags block hides a text in.
    String.raw`[\u{E0000}-\u{E007F}]`,
  ].join('|'),
  'gu',
);

/**
 * @param own markers of the judge's own vocabulary, as a prompt would spell them; whatever their spelling, none of two
 *   characters or more is left, white space not counted
 */
export function disarmed(text: string, own: readonly string[] = []): string {
  const plain = text.replace(markers, (opening) =>
    /^[\u{E0000}-\u{E007F}]$/u.test(opening) ? '' : `${opening}${gap}`,
  );
  const parted = own.flatMap((marker) => {
    // White space before the first character that is seen stays: more of it would leave the marker as it is.
    const [opening = ''] = /^\s*\S/u.exec(marker) ?? [];
    const rest = marker.slice(opening.length);
    // Without two characters that are seen there is nothing to part.
    return opening === '' || rest.trim() === '' ? [] : [{ marker, apart: `${opening}${gap}${rest}` }];
  });
  let safe = plain;
  // Again until nothing changes: what one gap parts may join another marker's pieces.
  for (let before = ''; before !== safe;) {
    before = safe;
    for (const { marker, apart } of parted) safe = safe.replaceAll(marker, () => apart);
  }
  return safe;
}
