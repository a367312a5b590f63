/**
 * The document of a mail's page for a frame without rights. The server has cleaned it, and fetches its pictures; what a browser would load from
 * elsewhere is refused here as well.
 */
export function toFrame(html: string, origin: string): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${origin}; font-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html><html style="background:#fff;color:#111;color-scheme:light"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"></head><body style="margin:12px;font-family:sans-serif;overflow-wrap:anywhere">${html}</body></html>`;
}
