import { Anchor, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Above a page's heading: the list that it belongs to. */
export function BackLink({ children, ...link }: Pick<LinkProps, 'to' | 'params' | 'search'> & { children: ReactNode }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...link} {...props} />}>
      <Group gap={4} component="span">
        <IconArrowLeft size={14} aria-hidden />
        {children}
      </Group>
    </Anchor>
  );
}
