import { Anchor, Modal } from '@mantine/core';
import { type Attachment, playableUrl } from '@parley/contract';
import { IconAlertTriangle, IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes, shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { playableQuery } from '../shared/chat.queries.ts';
import classes from './attachment-view.module.css';

const shownPictures: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const players = { audio: 'audio', video: 'video' } as const;

/** Returns the element by which this browser plays a file; undefined if there is none. */
function playerOf(type: string): 'audio' | 'video' | undefined {
  const kind = players[type.split('/')[0] as keyof typeof players];
  return kind && document.createElement(kind).canPlayType(type) !== '' ? kind : undefined;
}

/** A file of a message: pictures open in place, recordings play, everything else is saved. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
  if (attachment.isUnusual) return <UnusualFile attachment={attachment} />;
  if (shownPictures.includes(attachment.type)) return <Picture attachment={attachment} />;
  if (attachment.hasPlayable) return <CopiedFile attachment={attachment} />;
  const player = playerOf(attachment.type);
  return player ? <Player kind={player} attachment={attachment} /> : <FileLink attachment={attachment} />;
}

/** A recording or video that not all browsers play: its copy plays, else the file itself where this browser can; it is saved as it came. */
function CopiedFile({ attachment }: { attachment: Attachment }) {
  const t = useWords(chatWords.conversation);
  const { data: copy } = useQuery(playableQuery(attachment));
  const own = playerOf(attachment.type);
  if (copy?.state === 'ready')
    return (
      <div>
        <Player kind={copy.type?.startsWith('video/') ? 'video' : 'audio'} attachment={attachment} src={playableUrl(attachment.url)} />
        <FileLink attachment={attachment} />
      </div>
    );
  if (own) return <Player kind={own} attachment={attachment} />;
  return (
    <div>
      <FileLink attachment={attachment} />
      {copy?.state === 'waiting' ? (
        <div className={classes.note} role="status">
          {t('playablePrepared')}
        </div>
      ) : copy?.state === 'failed' && copy.reason ? (
        <div className={classes.note}>{t(`playable_${copy.reason}`)}</div>
      ) : null}
    </div>
  );
}

function Player({ kind, attachment: { name, url }, src = url }: { kind: 'audio' | 'video'; attachment: Attachment; src?: string }) {
  const t = useWords(chatWords.conversation);
  return kind === 'audio' ? (
    // biome-ignore lint/a11y/useMediaCaption: what is said is offered as text below the message
    <audio className={classes.audio} controls preload="none" src={src} aria-label={t('recording', { name })} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: customers send no captions
    <video className={classes.video} controls preload="metadata" src={src} aria-label={t('video', { name })} />
  );
}

function Picture({ attachment }: { attachment: Attachment }) {
  const t = useWords(chatWords.conversation);
  const [isOpen, setOpen] = useState(false);
  const label = t('image', { name: attachment.name });
  return (
    <>
      <button type="button" className={classes.picture} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <img src={attachment.url} alt={label} loading="lazy" />
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={shortenFileName(attachment.name)} size="auto" centered>
        <img className={classes.whole} src={attachment.url} alt={label} />
        <Anchor href={attachment.url} target="_blank" rel="noreferrer" size="sm">
          {t('openInTab')}
        </Anchor>
      </Modal>
    </>
  );
}

/** Saved under its name; who opens it trusts the sender. */
function UnusualFile({ attachment }: { attachment: Attachment }) {
  const t = useWords(chatWords.conversation);
  return (
    <div>
      <FileLink attachment={attachment} />
      <div className={classes.warning}>
        <IconAlertTriangle size={13} aria-hidden /> {t('unusualFile')}
      </div>
    </div>
  );
}

const FileLink = ({ attachment: { url, name, size } }: { attachment: Attachment }) => (
  <Anchor className={classes.file} href={url} download={name} target="_blank" rel="noreferrer" c="inherit" size="sm" title={name}>
    <IconFile size={18} stroke={1.6} aria-hidden />
    <span>{shortenFileName(name)}</span>
    <span className={classes.fileSize}>{formatBytes(size)}</span>
  </Anchor>
);
