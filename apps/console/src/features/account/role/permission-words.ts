import type { WordOf } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import en from '../../../locales/en/account.json';

/** 'VIEW_ANALYTICS' → 'View analytics': a permission is an opaque string, and any of them reads as words. */
export function toPermissionLabel(id: string): string {
  const key = id.replaceAll('.', '_');
  if (key in en.permission) return accountWords.permission(key as WordOf<typeof accountWords.permission>);
  const words = key.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Maker and checker of campaigns in one role: allowed, and told. */
export function makesAndChecks(permissions: readonly string[]): boolean {
  return permissions.includes('CAMPAIGNS.APPROVE') && (permissions.includes('CAMPAIGNS.CREATE') || permissions.includes('CAMPAIGNS.EDIT'));
}
