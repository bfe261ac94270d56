/**
 * What kind of error it is, for scripts that must not depend on its words. `docs/errors.md` has what to do about each.
 * SL10: histories. SL11: the notation. SL12: axioms. SL13: options and limits. SL14: types of users. SL20: files, by
 * format. SL30: the lab. SL40: the command line. SL50: the service. A code never changes its meaning, and none is used again.
 */
export type ErrorCode =
  /** A field of a history or operation is missing or of the wrong kind. */
  | "SL1002"
  /** A field is a slip of a known one. */
  | "SL1003"
  /** A value is no data. */
  | "SL1004"
  /** A time is wrong. */
  | "SL1005"
  /** Happens-before is wrong. */
  | "SL1006"
  /** There is no type, or none of that name. */
  | "SL1007"
  /** A method or its arguments are not of the type. */
  | "SL1008"
  /** The initial state does not fit the type. */
  | "SL1009"
  /** A program or an outcome is not one. */
  | "SL1010"
  /** A witness is none of this history. */
  | "SL1011"
  /** What an operation is known to have seen is wrong. */
  | "SL1012"
  /** The notation cannot be read. */
  | "SL1101"
  /** The axioms cannot be read. */
  | "SL1201"
  /** An option or a limit is unknown. */
  | "SL1301"
  /** A limit is no limit. */
  | "SL1302"
  /** There is no such criterion. */
  | "SL1303"
  /** A criterion is not for this question. */
  | "SL1304"
  /** Levels are not given as levels. */
  | "SL1305"
  /** An algorithm is unknown, not for this criterion, or lacks its solver. */
  | "SL1306"
  /** The limits were reached. */
  | "SL1307"
  /** A type of your own failed. */
  | "SL1401"
  /** A type of your own cannot be loaded. */
  | "SL1402"
  /** The input holds no history in a format that is known. */
  | "SL2000"
  /** JSON or NDJSON cannot be read. */
  | "SL2001"
  /** A Jepsen history cannot be read. */
  | "SL2003"
  /** A Porcupine log cannot be read. */
  | "SL2004"
  /** A ViSearch trace cannot be read. */
  | "SL2005"
  /** A litmus test or log cannot be read. */
  | "SL2006"
  /** A history in threads form cannot be read. */
  | "SL2007"
  /** A witness or proof cannot be read. */
  | "SL2008"
  /** A trace of Axe cannot be read. */
  | "SL2009"
  /** A history of dbcop cannot be read. */
  | "SL2010"
  /** Transactions of Plume or AWDIT cannot be read. */
  | "SL2011"
  /** Porcupine's operations in JSON cannot be read. */
  | "SL2012"
  /** Operations of etcd's robustness tests cannot be read. */
  | "SL2013"
  /** OpenTelemetry's spans cannot be read. */
  | "SL2014"
  | "SL2015"
  | "SL2016"
  /** A file cannot be read. */
  | "SL2091"
  /** There is no such format. */
  | "SL2092"
  /** A specification of an object cannot be read. */
  | "SL3001"
  /** The object under test, or what runs it, failed. */
  | "SL3002"
  /** A target has no such name. */
  | "SL3003"
  /** The object has no such method. */
  | "SL3004"
  /** There is no such litmus test. */
  | "SL3005"
  /** The library that a target is from is not installed. */
  | "SL3006"
  /** The Redis of a cluster cannot be reached, or does not let us in. */
  | "SL3007"
  /** No worker of a cluster can do the work. */
  | "SL3008"
  /** The command was called wrongly. */
  | "SL4001"
  /** An output cannot be written. */
  | "SL4002"
  /** There is no such command or option. */
  | "SL4003"
  /** An argument or a value is missing, or there is one too many. */
  | "SL4004"
  /** A number is none, or too small or too large. */
  | "SL4005"
  /** Options do not go together, or not with what they are for. */
  | "SL4006"
  /** A value is none of those that can be given there. */
  | "SL4007"
  /** A value cannot be read. */
  | "SL4008"
  /** What is read would be written over. */
  | "SL4009"
  /** The inputs are too many, or cannot be read so often. */
  | "SL4010"
  /** A journal is of another batch, or is none. */
  | "SL4011"
  /** The service met a bug of Sightline. */
  | "SL5000"
  /** The service has nothing at this address, or not by this method. */
  | "SL5001"
  /** The service's token is missing or wrong. */
  | "SL5002"
  /** The request comes from the page of another site. */
  | "SL5003"
  /** The request is larger than the service allows. */
  | "SL5004"
  /** There are too many requests at a time. */
  | "SL5005"
  /** The service is about to end. */
  | "SL5006"
  /** Nothing came from the client for too long. */
  | "SL5007"
  /** The body cannot be unpacked. */
  | "SL5008"
  /** Code does not come over the wire. */
  | "SL5009";
