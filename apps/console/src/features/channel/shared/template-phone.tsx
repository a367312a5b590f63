import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './template-phone.module.css';
import { hasTemplateContent, type TemplateContent, TemplatePreview } from './template-preview.tsx';

/** The template on a phone, by day and by night; nothing at all while it has no content (TMPL-013). */
export function TemplatePhone({ content }: { content: TemplateContent }) {
  const say = useWords(channelWords.templatePhone);
  const [look, setLook] = useState<'light' | 'dark'>('light');
  if (!hasTemplateContent(content)) return null;
  return (
    <div className={classes.frame}>
      <SegmentedControl
        size="xs"
        aria-label={say('look')}
        value={look}
        onChange={(next) => setLook(next === 'dark' ? 'dark' : 'light')}
        data={[
          { value: 'light', label: say('light') },
          { value: 'dark', label: say('dark') },
        ]}
      />
      <div className={classes.screen} data-look={look}>
        <TemplatePreview template={content} />
      </div>
    </div>
  );
}
