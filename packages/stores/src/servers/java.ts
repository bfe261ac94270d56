/** How a Java server is started: little memory, compiled soon. What stands before the class path. */
export const javaFlags = (megabytes: number): readonly string[] => [
  `-Xmx${megabytes}m`,
  "-XX:TieredStopAtLevel=1",
  "-XX:-UsePerfData",
  "-Djava.net.preferIPv4Stack=true",
];
