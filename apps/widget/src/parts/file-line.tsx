import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session.ts';
import type { Say } from '../words.ts';
import { upload } from './upload.ts';

/** The rules by which the server keeps no file, whatever its kind; '' where none of them is against it. */
function refusalOf({ size }: File, limitBytes: number, say: Say): string {
  if (size === 0) return say('fileEmpty');
  return size > limitBytes ? say('fileTooLarge', { limit: `${Math.floor(limitBytes / 1024 / 1024)} MB` }) : '';
}

type Props = { file: File; limitBytes: number; session: Session; say: Say; onDone: () => void };

/** A chosen file on its way to the server: it becomes a message there, or stays with the reason why not. */
export function FileLine({ file, limitBytes, session, say, onDone }: Props) {
  const [ratio, setRatio] = useState(0);
  const [reason, setReason] = useState(() => refusalOf(file, limitBytes, say));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is sent once
  useEffect(() => {
    if (reason) return;
    upload(session, file, setRatio).then(
      (attachment) => {
        onDone();
        session.say('', attachment);
      },
      (error: Error) => setReason(error.message || say('uploadFailed')),
    );
  }, []);
  return (
    <div class="upload" role={reason ? 'alert' : undefined}>
      <span class="upload-name">{file.name}</span>
      {reason ? (
        <>
          <span class="error">{reason}</span>
          <button type="button" class="text-button" onClick={onDone}>
            {say('discard')}
          </button>
        </>
      ) : (
        <progress max={1} value={ratio} aria-label={say('uploading', { name: file.name })} />
      )}
    </div>
  );
}
