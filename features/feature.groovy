// Makes target/feature of one installable set. The set is what the module's pom depends on directly
// (jars; a pom is the set it goes on top of): feature/<set>.json is its OSGi Feature, bundle/ holds its jars.

import groovy.json.JsonOutput
import io.cdpsupervisor.api.settings.Setting
import java.nio.file.Files
import java.nio.file.StandardCopyOption

/** Start levels: the first pattern that matches groupId:artifactId. */
def startLevels = [
    /io\.cdpsupervisor:io\.cdpsupervisor\.settings/: 2, // before everything that is configured
    /io\.cdpsupervisor:io\.cdpsupervisor\.mcp/: 4, // when every tool is there to be listed
    /io\.cdpsupervisor:io\.cdpsupervisor\.console/: 5,
    /org\.apache\.felix:org\.apache\.felix\.gogo\..*/: 5,
    /org\.(apache\.felix|osgi):.*/: 1, // framework services
    /.*/: 3,
]

def set = project.artifacts.findAll { it.type == 'jar' && it.scope == 'compile' && it.dependencyTrail.size() == 2 }
def out = new File(project.build.directory, 'feature')
out.deleteDir()
new File(out, 'bundle').mkdirs()
new File(out, 'feature').mkdirs()

def bundles = set.collect { artifact ->
    def copy = new File(out, "bundle/${artifact.artifactId}-${artifact.baseVersion}.jar")
    Files.copy(artifact.file.toPath(), copy.toPath(), StandardCopyOption.REPLACE_EXISTING)
    def name = "${artifact.groupId}:${artifact.artifactId}".toString()
    [id: "$name:${artifact.baseVersion}".toString(), 'start-level': startLevels.find { name ==~ it.key }.value]
}.sort { "${it.'start-level'} ${it.id}".toString() }

// A PID is named after its bundle, so each set carries the defaults of its own bundles.
def configurations = Setting.ALL.findAll { it.pid() in set*.artifactId }.groupBy { it.pid() }.collectEntries { pid, keys ->
    [pid, keys.collectEntries { [it.key(), it.defaultTyped()] }]
}

def feature = [
    'feature-resource-version': '1.0',
    id: "${project.groupId}:${project.artifactId}:${project.version}".toString(),
    description: project.description,
    bundles: bundles,
    configurations: configurations,
    extensions: [
        'framework-properties': [
            kind: 'mandatory',
            type: 'text',
            text: ["org.osgi.framework.startlevel.beginning=${startLevels.values().max()}".toString()],
        ],
    ],
]
new File(out, "feature/${project.artifactId}.json").setText(JsonOutput.prettyPrint(JsonOutput.toJson(feature)) + '\n', 'UTF-8')
