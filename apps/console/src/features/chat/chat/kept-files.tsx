import { ActionIcon, Progress } from '@mantine/core';
import { IconFile, IconMapPin, IconUser, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import classes from './composer.module.css';
import { isCard, nameOfPart, type ReplyFile } from './reply-files.ts';
import type { Reply } from './use-reply.ts';

/** Files on their way, and those that go with the reply. */
export function KeptFiles({ reply: { uploads, kept, remove } }: { reply: Reply }) {
  const t = useWords(chatWords.conversation);
  return (
    <>
      {uploads.map((upload) => (
        <div key={upload.id} className={classes.upload}>
          <span>{shortenFileName(upload.name)}</span>
          <Progress value={upload.ratio * 100} className={classes.grow} aria-label={t('uploading', { name: upload.name })} />
        </div>
      ))}
      {kept.length > 0 ? (
        <ul className={classes.kept} aria-label={t('filesToSend')}>
          {kept.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be pasted twice
            <KeptFile key={index} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** A file of the reply: a picture as it is, any other by its name. */
function KeptFile({ file, onRemove }: { file: ReplyFile; onRemove: () => void }) {
  const t = useWords(chatWords.conversation);
  const [address, setAddress] = useState<string>();
  const name = nameOfPart(file);
  useEffect(() => {
    if (isCard(file) || !file.type.startsWith('image/')) return;
    if (!(file instanceof File)) return setAddress(file.url);
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const Drawn = !isCard(file) ? IconFile : file.kind === 'location' ? IconMapPin : IconUser;
  return (
    <li className={classes.keptFile}>
      {address ? (
        <img src={address} alt={t('image', { name })} />
      ) : (
        <span className={classes.keptName}>
          <Drawn size={16} stroke={1.6} aria-hidden /> {shortenFileName(name)}
        </span>
      )}
      <ActionIcon size={22} variant="default" className={classes.keptRemove} aria-label={t('removeFile', { name })} onClick={onRemove}>
        <IconX size={13} />
      </ActionIcon>
    </li>
  );
}
