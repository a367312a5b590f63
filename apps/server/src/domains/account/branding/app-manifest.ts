import type { WhiteLabel } from '@parley/contract';

const icon = { src: '/assets/app-icon.svg', type: 'image/svg+xml', sizes: 'any' };

/** The console as an app that a phone or a desktop installs, with the look of its host (Web Application Manifest, W3C). */
export const describeApp = ({ info, colors, favIconPath }: WhiteLabel) => ({
  id: '/',
  name: info.title,
  short_name: info.title.slice(0, 12),
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: colors.topBar,
  background_color: colors.topBar,
  icons: [favIconPath ? { src: favIconPath, sizes: 'any', purpose: 'any' } : { ...icon, purpose: 'any' }, { ...icon, purpose: 'maskable' }],
});
