import { ActionIcon, Group, ScrollArea, Title } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { designerWords } from '../words.ts';
import classes from './panel.module.css';

/** A panel beside the stream: one at a time, at the right. */
export function Panel({
  title,
  tools,
  onClose,
  footer,
  children,
}: {
  title: ReactNode;
  tools?: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const say = useWords(designerWords.bar);
  return (
    <>
      <Group className={classes.head} gap={6} wrap="nowrap">
        <Title order={2} fz="md" className={classes.title}>
          {title}
        </Title>
        {tools}
        <ActionIcon aria-label={say('closePanel')} onClick={onClose}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
      <ScrollArea className={classes.body} type="auto" offsetScrollbars="present">
        <div className={classes.content}>{children}</div>
      </ScrollArea>
      {footer && <div className={classes.foot}>{footer}</div>}
    </>
  );
}
