import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useOwnChoice } from '../../../lib/own-store.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import classes from './dashboard.module.css';

/** The brand's film, until it is dismissed; another film shows again. */
export function VideoTile({ src }: { src: string }) {
  const say = useWords(insightWords.dashboard);
  const [dismissed, setDismissed] = useOwnChoice<string>('dashboard-video-dismissed', '');
  if (!src || dismissed === src) return null;
  return (
    <section className={classes.video} aria-label={say('video')}>
      <div className={classes.videoHead}>
        <h2 className={classes.panelTitle}>{say('video')}</h2>
        <ActionIcon aria-label={say('videoDismiss')} onClick={() => setDismissed(src)}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the white label names a film and no captions */}
      <video src={src} controls preload="metadata" />
    </section>
  );
}
