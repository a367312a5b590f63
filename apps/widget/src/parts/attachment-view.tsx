import { useEffect, useRef, useState } from 'preact/hooks';
import { FileIcon } from '../icons.tsx';
import type { Attachment } from '../protocol.ts';
import type { Session } from '../session.ts';
import type { Say } from '../words.ts';

const widestPx = 260;

type Shown = 'drawn' | 'image' | 'link';

/** A file of a message; one of no known kind is marked, since what one browser has sent another may open. */
export function AttachmentView(given: { attachment: Attachment; session: Session; say: Say }) {
  const { attachment, say } = given;
  if (!attachment.isUnusual) return <KnownFile {...given} />;
  return (
    <div>
      <KnownFile {...given} />
      <p class="unusual">{say('unusualFile')}</p>
    </div>
  );
}

/**
 * Pictures are shown, everything else is a link. A picture is fetched and drawn, because the page's own policy may forbid images of
 * other hosts while it allows our connection; what cannot be fetched is tried as a plain image, and what fails there stays a link.
 */
function KnownFile({ attachment, session, say }: { attachment: Attachment; session: Session; say: Say }) {
  const [shown, setShown] = useState<Shown>(attachment.type.startsWith('image/') ? 'drawn' : 'link');
  const href = session.resolveUrl(attachment.url);
  const label = say('image', { name: attachment.name });
  const isLink = shown === 'link';
  return (
    <a
      class={isLink ? 'file' : 'picture'}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      download={isLink ? attachment.name : undefined}
    >
      {shown === 'drawn' ? (
        <Drawing href={href} label={label} onBroken={() => setShown('image')} />
      ) : shown === 'image' ? (
        <img src={href} alt={label} onError={() => setShown('link')} />
      ) : (
        <>
          <FileIcon />
          <span>{attachment.name}</span>
        </>
      )}
    </a>
  );
}

function Drawing({ href, label, onBroken }: { href: string; label: string; onBroken: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone decides what is drawn
  useEffect(() => {
    const abort = new AbortController();
    const draw = async () => {
      const response = await fetch(href, { signal: abort.signal });
      if (!response.ok) throw new Error(String(response.status));
      const bitmap = await createImageBitmap(await response.blob());
      const scale = Math.min(1, (widestPx * 2) / bitmap.width);
      if (!canvas.current) return;
      canvas.current.width = Math.round(bitmap.width * scale);
      canvas.current.height = Math.round(bitmap.height * scale);
      canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.current.width, canvas.current.height);
      bitmap.close();
    };
    draw().catch(() => {
      if (!abort.signal.aborted) onBroken();
    });
    return () => abort.abort();
  }, [href]);
  return <canvas ref={canvas} width={widestPx} height={160} role="img" aria-label={label} />;
}
