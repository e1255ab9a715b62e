/** How the app is packed: one artefact that runs everywhere on the processor, Vulkan or Metal, and one with CUDA beside it. */
import type { Configuration } from 'electron-builder';

export interface Variant {
  /** With CUDA's libraries, which are several times as large as all else together. */
  readonly cuda: boolean;
  /** A folder with Electron's program in it, where it is not to be downloaded. */
  readonly electron: string | null;
}

/** What of the native packages belongs to this system and processor. Everything else stays out. */
const nativeFiles = [
  '!node_modules/@node-llama-cpp/*/bins/**',
  'node_modules/@node-llama-cpp/${os}-${arch}*/bins/**',
  '!node_modules/node-llama-cpp/{templates,llama/localBuilds}/**',
  '!node_modules/node-llama-cpp/llama/gitRelease.bundle',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/better-sqlite3/prebuilds/**',
  'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
  '!node_modules/koffi/{src,vendor,doc}/**',
  '!node_modules/pyodide/*.{html,map,ts}',
];

export function configuration({ cuda, electron }: Variant): Configuration {
  const suffix = cuda ? '-cuda' : '';
  const artifactName = `noisefloor-\${version}-\${os}-\${arch}${suffix}.\${ext}`;
  return {
    appId: 'org.noisefloor.app',
    productName: 'Noisefloor',
    copyright: 'The Noisefloor developers, MIT License',
    artifactName,
    directories: { output: `dist/package${suffix}`, buildResources: 'resources/icon' },
    files: [
      'out/**',
      'resources/**',
      'package.json',
      'LICENSE',
      ...nativeFiles,
      ...(cuda ? [] : ['!node_modules/@node-llama-cpp/*-cuda{,-ext}/**']),
    ],
    asar: true,
    // What native code opens by its path, or loads: it knows nothing of archives.
    asarUnpack: [
      'resources/**',
      'node_modules/better-sqlite3/prebuilds/**',
      'node_modules/@node-llama-cpp/**',
      'node_modules/node-llama-cpp/**',
      'node_modules/@koromix/**',
      'node_modules/@napi-rs/**',
      // Interpreters in WebAssembly, read by a child with the fewest rights there are.
      'node_modules/pyodide/**',
      'node_modules/@jitl/**',
    ],
    // All native packages bring binaries against Node's stable interface.
    npmRebuild: false,
    ...(electron === null ? {} : { electronDist: electron }),
    electronFuses: {
      // The engine's process is this program, run as Node: docs/decisions/0005-desktop-shell.md.
      runAsNode: true,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    },
    // No updates are looked for, so none are published.
    publish: null,
    // The older AppImage runtime starts Chromium without its sandbox.
    toolsets: { appimage: '1.0.3' },
    extraMetadata: {
      author: { name: 'The Noisefloor developers', email: 'noreply@noisefloor.invalid' },
      // Debian's tools want one; there is no site.
      homepage: 'https://noisefloor.invalid/',
    },
    linux: {
      target: ['deb', 'AppImage'],
      category: 'Science',
      synopsis: 'Says whether a quantised model is still good enough',
      maintainer: 'The Noisefloor developers <noreply@noisefloor.invalid>',
    },
    mac: { target: ['dmg'], category: 'public.app-category.developer-tools', hardenedRuntime: true },
    win: { target: ['nsis'] },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
    },
  };
}
