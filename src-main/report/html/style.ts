/** The report's style sheet. Colours and sizes come from the tokens; the layout is for a page that is read, and printed. */
import { themeStyle } from '../theme.ts';

const base = `
*,*::before,*::after{box-sizing:border-box}
html{font-family:var(--font);font-size:100%;-webkit-text-size-adjust:100%;print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{margin:0;background:var(--surface);color:var(--text);font-size:var(--t3);line-height:var(--lh3);font-variant-numeric:tabular-nums lining-nums;font-feature-settings:"calt" 0}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,table,fieldset{margin:0;padding:0;border:0}
h1,h2,h3,h4{font-weight:var(--strong);font-size:var(--t3);line-height:var(--lh3);text-wrap:balance}
h1,.section>h2{font-size:var(--t4);line-height:var(--lh4)}
ul,ol{list-style:none}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:2px}
:focus-visible{outline:var(--focus);outline-offset:1px;border-radius:var(--radius)}
code,pre,.mono{font-family:var(--mono);font-size:.923em;font-variant-ligatures:none}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.muted{color:var(--text-3)}.soft{color:var(--text-2)}
.small{font-size:var(--t2);line-height:var(--lh2)}
.hidden-character{font-family:var(--mono);font-size:.85em;color:var(--text-2);border:1px dashed var(--control);border-radius:2px;padding:0 1px}
main,.bar,.end-of-page{max-width:84rem;margin-inline:auto;padding-inline:var(--s6)}
main{padding-block:var(--s5) var(--s6);overflow-x:clip}
body{overflow-wrap:break-word}
h1,h2,h3,h4,p,li,summary{overflow-wrap:anywhere}
.bar{display:flex;align-items:center;gap:var(--s1) var(--s5);flex-wrap:wrap;padding-block:var(--s3)}
.page-head{background:var(--canvas);border-bottom:1px solid var(--line-2)}
.brand{display:flex;align-items:center;gap:var(--s2);font-weight:var(--strong)}
.brand svg{display:block}
.bar nav{margin-left:auto;display:flex;gap:var(--s1) var(--s4);flex-wrap:wrap}
.bar nav a{color:var(--text-2);text-decoration:none}
.bar nav a:hover{color:var(--text);text-decoration:underline}
.decision{display:flex;gap:0 var(--s4);flex-wrap:wrap;align-items:baseline;padding-bottom:var(--s4)}
.section{margin-top:var(--s8);padding-top:var(--s4);border-top:1px solid var(--line-2)}
.section>h2+p{color:var(--text-3);max-width:90ch}
.section>h2{margin-bottom:var(--s1)}
.caption{margin-bottom:var(--s2)}
.caption p{font-size:var(--t2);line-height:var(--lh2);color:var(--text-3)}
.notice{border:1px solid var(--line-2);border-left:3px solid var(--text-3);border-radius:var(--radius);padding:var(--s2) var(--s3);background:var(--canvas);margin-bottom:var(--s4)}
.notice.attention{border-left-color:var(--attention)}
.notice table{font-size:var(--t2);margin-top:var(--s1);width:auto}
.notice td+td,.notice th+th,.notice th+td{padding-left:var(--s6)}
.notice tr:last-child>*{border-bottom:0}
.notice td,.notice tbody th{height:1.5rem}
.end-of-page{padding-block:var(--s3) var(--s8);color:var(--text-3);font-size:var(--t2);line-height:var(--lh2)}
`;

const answer = `
.answer .big{font-size:var(--t5);line-height:var(--lh5);font-weight:var(--strong);max-width:62ch;letter-spacing:-.008em;text-wrap:balance}
.answer .big .glyph{display:inline-block;width:16px;height:16px;margin-right:var(--s2);vertical-align:-1px}
.answer>p{margin-top:var(--s2);max-width:72rem;color:var(--text-2);text-wrap:pretty}
.verdicts{margin-top:var(--s4);display:grid;gap:var(--s3)}
.verdicts li>div{min-width:0}
.verdicts li{display:grid;grid-template-columns:12px minmax(0,1fr);gap:0 var(--s3)}
.verdicts .glyph{margin-top:4px}
.verdicts p{max-width:76rem;text-wrap:pretty}
.verdicts p.say{font-weight:var(--strong)}
.verdicts p+p{color:var(--text-2)}
.glyph{width:12px;height:12px;flex:none;display:block}
.v{display:inline-flex;align-items:center;gap:6px;white-space:nowrap;vertical-align:middle}
.g-worse{color:var(--worse)}.g-within{color:var(--within)}.g-better{color:var(--better)}.g-cannot{color:var(--cannot)}.g-not-comparable{color:var(--not-comparable)}.g-none{color:var(--text-2)}.g-rerun{color:var(--text-3)}
.glyph .fill{fill:currentColor;stroke:none}.glyph .line{fill:none;stroke:currentColor;stroke-width:1.7}
.tag{display:inline-block;padding:0 5px;margin-left:var(--s1);border:1px solid var(--line-2);border-radius:3px;font-size:var(--t1);line-height:.875rem;color:var(--text-2);white-space:nowrap;vertical-align:1px}
`;

const tables = `
table{border-collapse:separate;border-spacing:0;width:100%}
th{font-weight:var(--regular);text-align:left}
thead th{font-size:var(--t1);line-height:var(--lh1);color:var(--text-3);padding:0 var(--s2) var(--s1);vertical-align:bottom;border-bottom:1px solid var(--line-2);white-space:nowrap}
td,tbody th{padding:0 var(--s2);height:var(--row);border-bottom:1px solid var(--line);vertical-align:middle}
thead th.num,.num{text-align:right;white-space:nowrap}
tr>:first-child{padding-left:0}tr>:last-child{padding-right:0}
tr.sub>:first-child{padding-left:var(--s2)}
tr.total>*{border-bottom-color:var(--line-2);font-weight:var(--strong)}
.zero-count{color:var(--text-3)}
.wide{overflow-x:auto}
.numbers{margin-top:var(--s5)}
.numbers table{font-size:var(--t2)}
.numbers td,.numbers tbody th{white-space:nowrap}
.numbers td.wrap{white-space:normal}
.numbers .wide:not(.plain)>table{min-width:72rem}
.plain table{font-size:var(--t2)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px var(--s4);font-size:var(--t2);line-height:var(--lh3)}
.facts dt{color:var(--text-3)}.facts dd{overflow-wrap:anywhere}
.method{margin-top:var(--s3);max-width:110ch;color:var(--text-2)}
.settings table{width:auto}.settings thead th{white-space:normal;max-width:18rem}.settings td,.settings th{padding-right:var(--s6)}
.logs{margin-top:var(--s4)}.logs .more{margin-top:0}
.wrap{white-space:normal;overflow-wrap:anywhere;padding-block:var(--s1)}
details>summary{cursor:default;color:var(--text-2);padding-block:var(--s1)}
details>summary:hover{color:var(--text)}
details.more{margin-top:var(--s2)}
.cut{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
`;

const charts = `
svg text{font-family:var(--font);font-size:var(--t1);fill:var(--text-3);font-variant-numeric:tabular-nums}
svg text.ink{fill:var(--text)}svg text.soft{fill:var(--text-2)}
svg text.note{paint-order:stroke;stroke:var(--surface);stroke-width:5px;stroke-linejoin:round}
.end{text-anchor:end}.mid{text-anchor:middle}
.grid{stroke:var(--grid)}.zero{stroke:var(--zero)}.axis{stroke:var(--line-2)}
.guard{stroke:var(--guard);stroke-width:2;stroke-dasharray:5 4}
.beyond{fill:var(--beyond)}.band{fill:var(--band)}
.band-edge{stroke:var(--band-edge);stroke-dasharray:1 2}
.crisp{shape-rendering:crispEdges}
.ci{stroke-width:2;fill:none}
.s-worse{stroke:var(--worse)}.s-within{stroke:var(--within)}.s-better{stroke:var(--better)}.s-cannot{stroke:var(--cannot)}.s-not-comparable,.s-none{stroke:var(--text-2)}.s-rerun{stroke:var(--text-3)}
.m-worse{fill:var(--worse)}.m-within{fill:var(--within)}.m-better{fill:var(--better)}.m-none{fill:var(--text-2)}
.m-cannot,.m-rerun,.m-not-comparable{fill:var(--surface);stroke-width:1.75}
.m-cannot{stroke:var(--cannot)}.m-rerun{stroke:var(--text-3)}.m-not-comparable{stroke:var(--text-2)}
svg.plot{display:block;width:100%;overflow:visible}
.defs{position:absolute;width:0;height:0}
.forest{table-layout:fixed}
.c-name{width:12.25rem}.c-change{width:3.75rem}.c-interval{width:7rem}.c-count{width:3.5rem}.c-verdict{width:11rem}.c-plan{width:3.75rem}
.forest .p{padding:0}
.forest thead .p{padding-bottom:var(--s1)}
.forest .change{font-weight:var(--strong)}
.forest .interval{color:var(--text-2)}
.forest .verdict{padding-left:var(--s5)}
.forest tbody th{white-space:nowrap}
.forest .row-name{display:flex;align-items:center;min-width:0}
.forest .heading>*{border-bottom-color:transparent}
.forest .heading h3{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.forest tbody+tbody .heading>*{border-top:1px solid var(--line-2)}
.forest .rerun th,.forest .rerun td{color:var(--text-3)}
.forest .rerun .change{font-weight:var(--regular)}
.forest tbody tr:last-child>*{border-bottom-color:var(--line-2)}
.forest tfoot td{border:0;height:36px;vertical-align:top}
.others{margin-top:var(--s8)}
.two{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:var(--s6) var(--s10)}
.scatter-box{padding-left:1.75rem}
.costs{position:relative}.costs .choice{position:absolute;right:0;top:2px}.costs .caption{min-height:2.5rem;padding-right:15.5rem}
.costs>input{position:absolute;opacity:0;pointer-events:none}
.choice{display:inline-flex;border:1px solid var(--control);border-radius:var(--radius);overflow:hidden}
.choice label{padding:0 var(--s2);font-size:var(--t2);line-height:1.5rem;color:var(--text-2);white-space:nowrap;border-left:1px solid var(--line-2)}
.choice label:first-child{border-left:0}
.cost-panel{display:none}
.options{font-size:var(--t2);margin-top:var(--s1)}.options tbody th{text-align:left;font-weight:400;overflow-wrap:anywhere}
.ledger{table-layout:fixed;font-size:var(--t2)}
.ledger .c-run{width:6.75rem}.ledger .c-scored{width:3.75rem}.ledger .c-outcome{width:5.25rem}
.ledger .p{padding:0 0 0 var(--s3)}
.ledger thead .p{padding-bottom:var(--s1)}
.ledger tfoot td{border:0;height:20px;vertical-align:top}
.ledger tbody th{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.swatch{margin-right:4px;vertical-align:-1px}
.o-unparsed{fill:var(--text-2)}.o-truncated{fill:url(#hatched);stroke:var(--text-2)}.o-overlong{fill:var(--line-2);stroke:var(--text-3)}.o-failed{fill:var(--surface);stroke:var(--text);stroke-width:1.5}.o-judge_error{fill:url(#dotted);stroke:var(--text-2)}.o-unsupported{fill:url(#crossed);stroke:var(--text-2)}
`;

const cases = `
.case{border-bottom:1px solid var(--line)}
.case>summary{display:grid;grid-template-columns:5.5rem 8.5rem 11rem minmax(0,1fr);gap:0 var(--s3);align-items:center;min-height:var(--row);color:var(--text);list-style:none;padding-block:2px}
.case>summary::-webkit-details-marker{display:none}
.case[open]>summary{background:var(--selected);box-shadow:-8px 0 0 var(--selected),8px 0 0 var(--selected),-10px 0 0 var(--accent)}
.badge{display:inline-flex;gap:4px;align-items:center}
.badge svg{width:10px;height:10px;display:block}
.side-glyph{fill:none;stroke:currentColor;stroke-width:1.7}.side-glyph.dashed{stroke-dasharray:2 1.5}
.b-lost svg{color:var(--worse)}.b-gained svg{color:var(--better)}.b-missing svg{color:var(--text-2)}
.case-body{padding:var(--s3) 0 var(--s5)}
.asked{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:var(--s1) var(--s4);margin-bottom:var(--s3)}
.asked dt{color:var(--text-3)}
.asked dd{white-space:pre-wrap;overflow-wrap:anywhere;max-width:110ch}
.panes{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));border:1px solid var(--line-2);border-radius:var(--radius);margin-top:var(--s2)}
.pane{padding:var(--s3);min-width:0}
.pane+.pane{border-left:1px solid var(--line-2)}
.pane h4{display:flex;gap:var(--s2);align-items:baseline}
.pane .mark{display:flex;gap:6px;align-items:baseline;margin-top:2px}
.pane .mark svg{width:11px;height:11px;flex:none;position:relative;top:1px}
.pane pre{margin:var(--s3) 0 0;padding:0;white-space:pre-wrap;overflow-wrap:anywhere;line-height:var(--lh3);unicode-bidi:plaintext;tab-size:4}
.pane .spent{margin-top:var(--s3);color:var(--text-3);font-size:var(--t2)}
.d-a{background:var(--diff-a);text-decoration:underline dashed var(--diff-line) 1px;text-underline-offset:3px}
.d-b{background:var(--diff-b);text-decoration:underline solid var(--diff-line) 1px;text-underline-offset:3px}
.read{background:var(--sunken);padding-block:2px}
.read.d-a{background:var(--diff-a)}.read.d-b{background:var(--diff-b)}
@media (forced-colors:active){.read{outline:1px solid CanvasText}}
.left-out{color:var(--text-3);font-style:italic}
.log{max-height:24rem;overflow:auto;background:var(--sunken);padding:var(--s2) var(--s3);border-radius:var(--radius);font-size:var(--t1);line-height:var(--lh1)}
`;

/** Three lines a row: name and verdict, the plot, the numbers. On paper the page is landscape and wide enough. */
const narrow = `
@media screen and (max-width:72rem){
.c-name{width:11rem}.c-change{width:3.25rem}.c-interval{width:6.5rem}.c-count{width:3.1rem}.c-verdict{width:10.25rem}.c-plan{width:3.25rem}
.forest .verdict{padding-left:var(--s3)}
.two{grid-template-columns:minmax(0,1fr)}
}
@media screen and (max-width:64rem){
main,.bar,.end-of-page{padding-inline:var(--s4)}
.bar nav{margin-left:0}
.forest,.forest tbody,.forest tfoot{display:block}
.forest colgroup,.forest thead{display:none}
.forest tr{display:grid;grid-template-columns:3.5rem 9rem repeat(3,max-content) 1fr;gap:0 var(--s4);padding:var(--s2) 0 6px;border-bottom:1px solid var(--line);align-items:center}
.forest tr>*{display:block;border:0!important;height:auto;padding:0!important;text-align:left}
.forest th{grid-column:1/3;grid-row:1;min-width:0}
.forest .verdict{grid-column:3/6;grid-row:1}
.forest .plan{grid-column:6;grid-row:1;text-align:right}
.forest .p{grid-column:1/-1;grid-row:2}
.forest .change,.forest .interval,.forest [data-label]{grid-row:3}
.forest [data-label]::before{content:attr(data-label) " ";color:var(--text-3);font-size:var(--t2)}
.forest .heading{border-bottom:0;padding-bottom:0}
.forest .heading td:not(.p),.forest tfoot td:not(.p){display:none}
.forest tfoot td{height:36px}.forest tfoot tr{border:0;padding-top:0}
.costs .choice{position:static;margin-bottom:var(--s3)}.costs .caption{padding-right:0}
.case>summary{grid-template-columns:5.5rem minmax(0,1fr) minmax(0,1fr)}
.case>summary .preview{grid-column:1/-1}
.panes{grid-template-columns:minmax(0,1fr)}
.pane+.pane{border-left:0;border-top:1px solid var(--line-2)}
.notice table,.notice tbody{display:block}.notice thead{display:none}
.notice tr{display:flex;flex-wrap:wrap;gap:0 var(--s3);padding:var(--s1) 0;border-bottom:1px solid var(--line)}
.notice tr>*{height:auto!important;border:0;padding:0!important;text-align:left}
.notice tr:last-child{border-bottom:0}
.notice td:nth-child(4)::before{content:"→ "}
.notice td:last-child{flex-basis:100%}
}
`;

const print = `
@page{size:A4 landscape;margin:12mm}
@media print{
:root{color-scheme:light}
html{font-size:84%}
body{background:none}
main,.bar,.end-of-page{max-width:none;padding-inline:0}
main{padding-block:var(--s3) 0}
.page-head{background:none}
.bar{padding-block:0 var(--s2)}
.bar nav,.choice,.no-print{display:none}
.section{margin-top:var(--s6)}
h2,h3,h4,.caption{break-after:avoid}
tr,.forest tbody,.two,.numbers,.verdicts li,.notice,.case>summary{break-inside:avoid}
thead{display:table-header-group}
.wide{overflow:visible}
.numbers .wide:not(.plain)>table{min-width:0}
.numbers td,.numbers th{padding-inline:4px}
.numbers tr>:first-child{padding-left:0}
.forest .heading{break-after:avoid}
a{color:inherit;text-decoration:none}
.costs .caption{padding-right:0;min-height:0}
.log{max-height:none}
}
`;

export const reportStyle = [themeStyle, base, answer, tables, charts, cases, narrow, print]
  .map((part) => part.trim())
  .join('\n');
