import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import classes from './csv-import.module.css';

export type BackHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back: { to: '/customer-master/customers' | '/customer-master/uploads'; label: string };
};

/** A page heading with the arrow to where one came from. */
export function BackHeader({ back, ...header }: BackHeaderProps) {
  return (
    <div className={classes.backHeader}>
      <ActionIcon component={Link} to={back.to} size="lg" aria-label={back.label} title={back.label}>
        <IconArrowLeft size={18} className={classes.backIcon} aria-hidden />
      </ActionIcon>
      <PageHeader {...header} />
    </div>
  );
}
