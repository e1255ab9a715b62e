/** The engine process's environment: an allow-list, so that nothing from the person's shell changes a logit. */

/** What the native library and the drivers need to work at all. */
const needed = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  // Drivers keep compiled shaders and kernels under these; without them each load compiles anew.
  'HOME',
  'XDG_CACHE_HOME',
  'CUDA_CACHE_PATH',
  // Where CUDA and Vulkan are found when they are not in the system's own folders.
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_PATH',
  'VK_ICD_FILENAMES',
  'VK_DRIVER_FILES',
  'XDG_DATA_DIRS',
  // Windows.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
  'APPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'COMSPEC',
  'PATHEXT',
  'NUMBER_OF_PROCESSORS',
] as const;

/** Which devices the library may see. They belong to the configuration, so the manifest names those that are set. */
const deviceVariables = [
  'CUDA_VISIBLE_DEVICES',
  'CUDA_DEVICE_ORDER',
  'GGML_VK_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
] as const;

/** The variables of `parent` that the engine's process gets. Windows compares names without case. */
export function engineEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const allowed = new Set<string>([...needed, ...deviceVariables]);
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value !== undefined && allowed.has(name.toUpperCase())) environment[name] = value;
  }
  // Under Electron the program that is forked is Electron: this makes it behave as Node, and no second app starts.
  if ('electron' in process.versions) environment.ELECTRON_RUN_AS_NODE = '1';
  return environment;
}

/** The device variables that are set, by name. */
export function deviceSelection(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const selection: Record<string, string> = {};
  for (const name of deviceVariables) {
    const value = environment[name];
    if (value !== undefined) selection[name] = value;
  }
  return selection;
}
