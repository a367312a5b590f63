import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to the screen where one more of what a list shows is made. */
export function CreateLink({ children, ...link }: Pick<LinkProps, 'to' | 'params' | 'search'> & { children: ReactNode }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} renderRoot={(props) => <Link {...link} {...props} />}>
      {children}
    </Button>
  );
}
