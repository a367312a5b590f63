import type { Artifact, ArtifactType } from '@parley/contract';
import { type Icon, IconFileText, IconLink, IconMapPin, IconMessage2, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import classes from './artifact.module.css';

const icons: Record<ArtifactType, Icon> = {
  IMAGE: IconPhoto,
  VIDEO: IconVideo,
  AUDIO: IconMusic,
  DOC: IconFileText,
  LOCATION: IconMapPin,
  MSG: IconMessage2,
  URL: IconLink,
};

/** Returns the text below the name on a tile: a place's address, a message's words (ATTACH-005). */
function detailOf({ data }: Artifact): string {
  if (data.type === 'LOCATION') return [data.desc, data.address].filter(Boolean).join(' · ');
  if (data.type === 'MSG') return data.message;
  if (data.type === 'URL') return data.url;
  return data.desc;
}

/** Picture or icon, name, and what the type has to tell. */
export function ArtifactFace({ artifact, more }: { artifact: Artifact; more?: ReactNode }) {
  const say = useWords(fileWords.artifact);
  const { data } = artifact;
  const TypeIcon = icons[data.type];
  const detail = detailOf(artifact);
  return (
    <>
      <span className={classes.picture}>
        {data.type === 'IMAGE' ? (
          <img src={data.url} alt="" loading="lazy" />
        ) : (
          <TypeIcon size={30} stroke={1.4} role="img" aria-label={say(data.type)} />
        )}
      </span>
      <span className={classes.words}>
        <span className={classes.name} title={data.name}>
          {shortenFileName(data.name)}
        </span>
        {detail ? <span className={classes.detail}>{detail}</span> : null}
        {more}
      </span>
    </>
  );
}
