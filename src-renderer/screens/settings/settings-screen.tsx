import type { ReactNode } from 'react';
import type { SettingSection } from '../../app/routes.ts';
import { settingsRoute, settingSections } from '../../app/routes.ts';
import type { ScreenProps } from '../../app/screens.tsx';
import { useTitle } from '../../app/use-title.ts';
import { Link } from '../../components/link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { GeneralSection } from './general-section.tsx';
import { LicencesSection } from './licences-section.tsx';
import { MachineSection } from './machine-section.tsx';
import { NetworkSection } from './network-section.tsx';
import './settings.css';

const words: Readonly<Record<SettingSection, string>> = {
  general: 'General',
  machine: 'This machine',
  network: 'Network',
  licences: 'Licences',
};

const contents: Readonly<Record<SettingSection, () => ReactNode>> = {
  general: GeneralSection,
  machine: MachineSection,
  network: NetworkSection,
  licences: LicencesSection,
};

export function SettingsScreen({ route }: ScreenProps<'settings'>) {
  useTitle(`${words[route.section]}, settings`);
  const Content = contents[route.section];
  return (
    <div className="settings">
      <PageHead title="Settings" />
      <nav className="sections" aria-label="Settings">
        <ul>
          {settingSections.map((section) => (
            <li key={section}>
              <Link
                to={settingsRoute(section)}
                {...(section === route.section ? { 'aria-current': 'page' as const } : {})}
              >
                {words[section]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="parts">
        <Content />
      </div>
    </div>
  );
}
