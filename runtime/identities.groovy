// Writes target/identities.bnd: the bundles of all sets, as requirements for host.bndrun.

import java.util.jar.JarFile

def identities = new File(project.build.directory, 'cdp-supervisor/bundle').listFiles().collect { file ->
    new JarFile(file).withCloseable { it.manifest.mainAttributes.getValue('Bundle-SymbolicName').split(';')[0].trim() }
}
def requirements = identities.sort().collect { "bnd.identity;id='$it'" }
new File(project.build.directory, 'identities.bnd').setText("-runrequires: \\\n  ${requirements.join(',\\\n  ')}\n", 'UTF-8')
