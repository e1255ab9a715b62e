/** A report as PDF: loaded into a window that nobody sees and that runs no script, and printed from there. */
import { BrowserWindow } from 'electron';
import { reportAddress } from './addresses.ts';
import { lockedPreferences } from './lockdown.ts';

/** @param report an identifier that `reports.prepare_report` gave out, of an HTML report */
export async function printReport(report: string): Promise<Uint8Array<ArrayBuffer>> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...lockedPreferences, javascript: false },
  });
  try {
    await window.loadURL(reportAddress(report));
    // Its own print styles choose paper and the light theme.
    const bytes = await window.webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return new Uint8Array(bytes);
  } finally {
    window.destroy();
  }
}
